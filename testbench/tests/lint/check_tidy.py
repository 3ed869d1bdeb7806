"""clang-tidy over the compile database, in parallel; files that were clean before and have not changed are not read again.

A file's fingerprint covers what clang-tidy's verdict depends on: the file, the project's headers that it includes
(directly or not), how it is compiled, .clang-tidy and the version of clang-tidy. Fingerprints of clean files are kept
as empty files in $XDG_CACHE_HOME/tactus/clang-tidy, so that they serve every clone and build folder.

A reading may be given a time, after which no file is begun: what was edited has been read by then, and of the others
each commit reads a choice of its own. A finding fails; files that were not read are counted, and do not.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import source_tree

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
FINDING = re.compile(r"^(/.*?:\d+:\d+): (?:error|warning): ")
NOTE = re.compile(r"^/.*?:\d+:\d+: note: ")


@functools.lru_cache(maxsize=None)
def direct_includes(path):
    """Project headers that a file includes; all are named from the top of the repository."""
    found = (source_tree.ROOT / name for name in INCLUDE.findall(path.read_text(encoding="utf-8")))
    return [header for header in found if header.is_file()]


def with_includes(path):
    """A file and all project headers that it includes, directly or not, sorted."""
    seen = {path}
    waiting = [path]
    while waiting:
        for header in direct_includes(waiting.pop()):
            if header not in seen:
                seen.add(header)
                waiting.append(header)
    return sorted(seen)


def fingerprint(entry, build, tool_state):
    """See the head of this file. Paths count from the top of the repository, whatever that is called."""
    command = entry.get("command") or " ".join(entry["arguments"])
    command = command.replace(str(build), "BUILD").replace(str(source_tree.ROOT), "ROOT")
    digest = hashlib.sha256(f"{tool_state}\n{command}\n".encode())
    for path in with_includes(pathlib.Path(entry["file"])):
        digest.update(f"{path.relative_to(source_tree.ROOT)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def git(*arguments):
    """What git says, in lines; none if it fails, as for the first of all commits."""
    return subprocess.run(["git", "-c", "safe.directory=*", *arguments], cwd=source_tree.ROOT, check=False,
                          capture_output=True, text=True).stdout.splitlines()


def reading_order(files):
    """First what differs from the last commit but one, where a finding is most likely, then what includes such a
    header, then the others, in an order that each commit draws anew."""
    edited = {source_tree.ROOT / name for name in git("diff", "--name-only", "HEAD~1")}
    commit = "".join(git("rev-parse", "HEAD"))

    def rank(file):
        path = pathlib.Path(file)
        drawn = hashlib.sha256(f"{commit} {path.relative_to(source_tree.ROOT)}".encode()).digest()
        return path not in edited, edited.isdisjoint(with_includes(path)), drawn

    return sorted(files, key=rank)


def project_entries(build, only):
    """One entry of the compile database per file of this repository, in the order in which they are to be read."""
    wanted = {str(source_tree.ROOT / path) for path in source_tree.files(".cpp")}
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if entry["file"] in wanted and only in entry["file"]:
            entries.setdefault(entry["file"], entry)
    return [entries[file] for file in reading_order(entries)]


def lint(tool, build, file):
    """Findings of one file, as blocks of text by place; a block under the empty place if clang-tidy itself failed."""
    header_filter = f"^{re.escape(str(source_tree.ROOT))}/(hw|tlm_models|testbench)/"
    result = subprocess.run([tool, "-p", str(build), "--quiet", f"--header-filter={header_filter}", file],
                            check=False, capture_output=True, text=True)
    blocks = {}
    place = None
    for line in result.stdout.splitlines():
        finding = FINDING.match(line)
        if finding:
            place = finding.group(1)
            blocks.setdefault(place, "")
        elif NOTE.match(line):
            place = None  # notes lead through macros and templates; the finding itself says enough
        if place:
            blocks[place] += line + "\n"
    if result.returncode != 0 and not blocks:
        blocks[""] = f"{file}: clang-tidy failed\n{result.stderr}"
    return blocks


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="build folder with compile_commands.json")
    parser.add_argument("--only", default="", help="files whose path contains this text")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no file after this time")
    arguments = parser.parse_args()
    build = arguments.build.resolve()

    tool = source_tree.llvm_tool("clang-tidy")
    version = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout
    tool_state = version + (source_tree.ROOT / ".clang-tidy").read_text(encoding="utf-8")
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "tactus" / "clang-tidy"
    cache.mkdir(parents=True, exist_ok=True)

    entries = project_entries(build, arguments.only)
    keys = {entry["file"]: fingerprint(entry, build, tool_state) for entry in entries}
    changed = [file for file, key in keys.items() if not (cache / key).exists()]
    findings, unread = {}, 0
    end = time.monotonic() + arguments.seconds
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        in_time = (lambda file: lint(tool, build, file) if time.monotonic() < end else None)
        for file, blocks in zip(changed, pool.map(in_time, changed)):
            if blocks is None:
                unread += 1
                continue
            if not blocks:
                (cache / keys[file]).touch()
            findings.update(blocks)
    for place in sorted(findings):
        print(findings[place].replace(f"{source_tree.ROOT}/", ""))
    print(f"{len(entries)} files: {len(entries) - len(changed)} unchanged since they were clean, "
          f"{len(changed) - unread} read, {unread} not read for want of time; {len(findings)} findings.")
    return 1 if findings or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
