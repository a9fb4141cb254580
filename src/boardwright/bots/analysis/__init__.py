"""Analysis of matches: values, mistakes, and reasons in words."""
