"""Questions of programs that search and learn: numbers, values, random play, counts."""
