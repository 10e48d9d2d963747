"""The tests: they mirror the packages, and tests/house watches over the house itself."""
