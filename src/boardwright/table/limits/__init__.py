"""What accounts and addresses may cost: rates, shares of the workers, matches at a time."""
