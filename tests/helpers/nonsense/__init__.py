"""Bad inputs for every door of the site: requests, frames, match files, and bytes on the wire.

Each input begins as something right, of which a little is spoilt (``making``). It is sent to a town
with tables of every game (``town``), and judged (``judge``): whoever is refused has changed
nothing, neither a row nor a match in memory (``ledger``), and nothing is ever our fault.
"""
