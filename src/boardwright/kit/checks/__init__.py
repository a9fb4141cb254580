"""The laws, one module for each or for a part of one."""
