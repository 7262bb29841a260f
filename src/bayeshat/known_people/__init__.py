"""People whose house is known: reading who they are, and what their answers teach."""
