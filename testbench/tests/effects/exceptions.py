"""Keys that a scenario may give although they change nothing in it, for key_effects.py."""
import fnmatch

# Patterns of keys and of bases, and why nobody is misled.
ALLOWED = [
    ("title", "*", "a text for people"),
    ("description", "*", "a text for people"),
    ("name", "*", "the name of the result"),
    ("flow.*", "*", "settings of the flow level, which a scenario keeps for it at other levels"),
    ("waves.*", "*", "settings of --waves, which the hunt does not give"),
    ("cycle.nodes", "*", "how the packet level executes a node, whose result is the same"),
    ("run.watchdog", "*", "ends runs that are stuck, and none of these is"),
]


def reason(key, base):
    """Why `key` may be without effect in `base`; empty if it may not."""
    for keys, bases, why in ALLOWED:
        if fnmatch.fnmatch(key, keys) and fnmatch.fnmatch(base.name, bases):
            return why
    return ""
