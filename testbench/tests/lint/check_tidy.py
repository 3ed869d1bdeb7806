"""clang-tidy over the compile database, in parallel; files that were clean before and have not changed are not read again.

A file's fingerprint covers what clang-tidy's verdict depends on: the file, the project's headers that it includes
(directly or not), how it is compiled, .clang-tidy and the version of clang-tidy. Fingerprints of clean files are kept
as empty files in $XDG_CACHE_HOME/tactus/clang-tidy, so that they serve every clone and build folder.
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

import source_tree

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
FINDING = re.compile(r"^(/.*?:\d+:\d+): (?:error|warning): ")
# What Verilator writes is there after a build only, and belongs to nobody who could mend it.
VERILATED = re.compile(r'^\s*#\s*include\s+["<](?:V\w+\.h|verilated\w*\.(?:h|cpp))[">]', re.MULTILINE)
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


def edited_files():
    """What differs from the last commit but one: where a finding is most likely."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "diff", "--name-only", "HEAD~1"], cwd=source_tree.ROOT,
                            check=False, capture_output=True, text=True).stdout
    return {source_tree.ROOT / name for name in listed.splitlines()}


def project_entries(build, only):
    """One entry of the compile database per file of this repository that includes nothing Verilated: first those that
    were edited, directly or in a header, then the others, the longest first."""
    wanted = {str(source_tree.ROOT / path) for path in source_tree.files(".cpp")}
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if entry["file"] not in wanted or only not in entry["file"]:
            continue
        read = with_includes(pathlib.Path(entry["file"]))
        if not any(VERILATED.search(path.read_text(encoding="utf-8")) for path in read):
            entries.setdefault(entry["file"], entry)
    edited = edited_files()
    return sorted(entries.values(), key=lambda entry: (edited.isdisjoint(with_includes(pathlib.Path(entry["file"]))),
                                                       -os.path.getsize(entry["file"])))


def lint(tool, build, file):
    """Findings of one file, as blocks of text by place; a block under the empty place if clang-tidy itself failed."""
    header_filter = f"^{re.escape(str(source_tree.ROOT))}/(hw|rtl|tlm_models|testbench)/"
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
    findings = {}
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for file, blocks in zip(changed, pool.map(lambda file: lint(tool, build, file), changed)):
            if not blocks:
                (cache / keys[file]).touch()
            findings.update(blocks)
    for place in sorted(findings):
        print(findings[place].replace(f"{source_tree.ROOT}/", ""))
    print(f"{len(entries)} files, {len(changed)} of them read, {len(findings)} findings.")
    return 1 if findings or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
