"""The certificate: an engine walked through the protocol, step by step."""
