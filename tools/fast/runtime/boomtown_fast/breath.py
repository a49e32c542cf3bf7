"""A pause in a compiled loop; itself never compiled."""


def breathe() -> None:
    """Does nothing: calling Python is what lets other threads run and interrupts be noticed."""
