"""Whether the model fits: noise, the wrong membership, odd questions, how many groups, how much the prior decides."""
