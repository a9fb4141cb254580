"""Self-play training of a policy and value network (extra `train`); `boardwright train` is its front end."""
