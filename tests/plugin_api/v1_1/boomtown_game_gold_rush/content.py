"""What is in the box, as data."""

CLAIMS = (0, 0, 1, 1, 2, 2, 3, 5)
CAVE_IN = 1
TOOLS = {"barrow": 3, "pick": 1, "shovel": 2}
COPIES = 4
DICE = 3
NUGGET = 6
WATER = 3
SPOTS = {"camp": (200, 330), "creek": (80, 220), "mine": (200, 80), "ridge": (320, 220)}
PATHS = {
    "camp": ("creek", "ridge"),
    "creek": ("camp", "mine"),
    "mine": ("creek", "ridge"),
    "ridge": ("camp", "mine"),
}
VEINS = {"creek": 4, "mine": 8, "ridge": 4}
