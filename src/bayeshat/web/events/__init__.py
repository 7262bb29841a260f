"""Events: a survey that is asked, sizes and rules, as the organiser sets them."""
