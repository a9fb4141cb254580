"""The documentation site (`make docs`): the documents of the repository, and pages made from the code."""
