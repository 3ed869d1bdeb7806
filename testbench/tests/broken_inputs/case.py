"""One broken input: files, a command line, and what the program has to say."""

import dataclasses


@dataclasses.dataclass
class Case:
    """A command line that is refused. `{here}` in it is the folder of the case, `{scenarios}` that of the repository."""

    name: str
    arguments: list
    says: str  # a part of the message
    files: dict = dataclasses.field(default_factory=dict)  # name: text or bytes
    place: str = ""  # how the message begins: "a.yaml:2:", "--set ", or "tactus: "
    faults: int = 1  # faults that are told, at most
    status: int = 2
    prepare: object = None  # makes what is no plain file; takes the folder


def scenario(name, text, says, place="a.yaml:", faults=1, files=None, more=()):
    """A scenario file that `run` refuses."""
    return Case(name, ["run", "a.yaml", *more], says, {"a.yaml": text, **(files or {})}, place, faults)
