"""Keys that a scenario may give although they change nothing in it, for key_effects.py."""
import fnmatch

# Patterns of keys and of bases, and why nobody is misled.
ALLOWED = [
    ("title", "*", "a text for people"),
    ("description", "*", "a text for people"),
    ("name", "*", "the name of the result"),
]


def reason(key, base):
    """Why `key` may be without effect in `base`; empty if it may not."""
    for keys, bases, why in ALLOWED:
        if fnmatch.fnmatch(key, keys) and fnmatch.fnmatch(base.name, bases):
            return why
    return ""
