"""How certain a decision is: a ball around it, alternatives, who is settled, and who would stay."""
