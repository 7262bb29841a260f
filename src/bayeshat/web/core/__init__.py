"""What the web application does, without HTTP."""
