"""What people see in a terminal: views made with rich, and plain lines for pipes."""
