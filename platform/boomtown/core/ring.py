"""Where seats stand round a table, for lines between them: as the board kit's style sheet has them.

Places are in thousandths of the room, clockwise from the viewer's own, which is at the bottom.
"""

from __future__ import annotations

Place = tuple[int, int]
OWN: Place = (500, 905)

RING: dict[int, list[Place]] = {
    2: [OWN, (500, 115)],
    3: [OWN, (150, 300), (850, 300)],
    4: [OWN, (124, 420), (500, 115), (876, 420)],
    5: [OWN, (124, 540), (290, 115), (710, 115), (876, 540)],
    6: [OWN, (124, 590), (124, 245), (500, 115), (876, 245), (876, 590)],
    7: [OWN, (124, 640), (124, 350), (290, 110), (710, 110), (876, 350), (876, 640)],
    8: [
        *(OWN, (124, 655), (124, 385), (180, 115)),
        *((500, 115), (820, 115), (876, 385), (876, 655)),
    ],
}
"""By number of players."""
RING_ON_A_PHONE: dict[int, list[Place]] = {
    2: [OWN, (500, 95)],
    3: [OWN, (157, 300), (843, 300)],
    4: [OWN, (157, 430), (500, 95), (843, 430)],
    5: [OWN, (157, 580), (270, 95), (730, 95), (843, 580)],
    6: [OWN, (157, 620), (157, 270), (500, 95), (843, 270), (843, 620)],
    7: [OWN, (157, 650), (157, 370), (270, 95), (730, 95), (843, 370), (843, 650)],
    8: [
        *(OWN, (157, 670), (157, 380), (157, 95)),
        *((500, 95), (843, 95), (843, 380), (843, 670)),
    ],
}
