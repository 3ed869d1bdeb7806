"""clang-tidy over the compile database, in parallel; files that were clean before and have not changed are not read again.

A file's fingerprint covers what clang-tidy's verdict depends on: the file, the project's headers that it includes
(directly or not), how it is compiled, .clang-tidy and the version of clang-tidy. Fingerprints of clean files are kept
as empty files in $XDG_CACHE_HOME/tactus/clang-tidy, so that they serve every clone and build folder.

Headers take most of the time. So files that are compiled alike are read together, as one file that includes them; if
there is a finding, which may be only that they clash, each is read alone.

A reading may be given a time, after which nothing is begun: what was edited has been read by then, and of the others
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
import shlex
import subprocess
import sys
import tempfile
import time

import source_tree

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
FINDING = re.compile(r"^(/.*?:\d+:\d+): (?:error|warning): ")
TOGETHER = 8  # files
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


def git(*arguments):
    """What git says, in lines; none if it fails, as for the first of all commits."""
    return subprocess.run(["git", "-c", "safe.directory=*", *arguments], cwd=source_tree.ROOT, check=False,
                          capture_output=True, text=True).stdout.splitlines()


def project_entries(build, only):
    """One entry of the compile database per file of this repository that includes nothing Verilated, by file, sorted."""
    wanted = {str(source_tree.ROOT / path) for path in source_tree.files(".cpp")}
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        if entry["file"] not in wanted or only not in entry["file"]:
            continue
        read = with_includes(pathlib.Path(entry["file"]))
        if not any(VERILATED.search(path.read_text(encoding="utf-8")) for path in read):
            entries.setdefault(entry["file"], entry)
    return dict(sorted(entries.items()))


def compiler_options(entry):
    """How a file is compiled, without what is the file's own: compiler, source, output."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    own = {i for i, word in enumerate(words) if word in ("-o", "-c")}
    return [word for i, word in enumerate(words[first:], first) if i not in own and i - 1 not in own]


def readings(files, entries):
    """Lists of files that are to be read together, in the order in which they are to be read.

    First what differs from the last commit but one: there a finding is most likely. Then the others, in an order that
    each commit draws anew."""
    edited = {str(source_tree.ROOT / name) for name in git("diff", "--name-only", "HEAD~1")}
    commit = "".join(git("rev-parse", "HEAD"))
    alike = {}
    for file in files:
        alike.setdefault((file not in edited, *compiler_options(entries[file])), []).append(file)
    groups = [(key[0], group[i:i + TOGETHER]) for key, group in alike.items() for i in range(0, len(group), TOGETHER)]

    def rank(group):
        drawn = hashlib.sha256(f"{commit} {os.path.relpath(group[1][0], source_tree.ROOT)}".encode()).digest()
        return group[0], drawn

    return [group for _, group in sorted(groups, key=rank)]


def lint(tool, files, entry):
    """Findings in files that are compiled as `entry` is, as blocks of text by place; a block under the empty place if
    clang-tidy itself failed."""
    header_filter = f"^{re.escape(str(source_tree.ROOT))}/(hw|rtl|tlm_models|testbench)/"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(files[0])
        if len(files) > 1:
            source = pathlib.Path(folder) / "together.cpp"
            source.write_text("".join(f'#include "{file}"\n' for file in files), encoding="utf-8")
        command = [tool, "--quiet", f"--config-file={source_tree.ROOT / '.clang-tidy'}",
                   f"--header-filter={header_filter}", source, "--", *compiler_options(entry)]
        result = subprocess.run(command, cwd=entry["directory"], check=False, capture_output=True, text=True)
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
        blocks[""] = f"{files[0]}: clang-tidy failed\n{result.stderr}"
    return blocks


def lint_each(tool, files, entries):
    """Findings by file."""
    if len(files) > 1 and not lint(tool, files, entries[files[0]]):
        return {file: {} for file in files}
    return {file: lint(tool, [file], entries[file]) for file in files}


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
    keys = {file: fingerprint(entry, build, tool_state) for file, entry in entries.items()}
    changed = [file for file, key in keys.items() if not (cache / key).exists()]
    findings = {}
    read = 0
    end = time.monotonic() + arguments.seconds

    def lint_in_time(files):
        return lint_each(tool, files, entries) if time.monotonic() < end else {}

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for result in pool.map(lint_in_time, readings(changed, entries)):
            read += len(result)
            for file, blocks in result.items():
                if not blocks:
                    (cache / keys[file]).touch()
                findings.update(blocks)
    for place in sorted(findings):
        print(findings[place].replace(f"{source_tree.ROOT}/", ""))
    print(f"{len(entries)} files: {len(entries) - len(changed)} unchanged since they were clean, "
          f"{read} read, {len(changed) - read} not read for want of time; {len(findings)} findings.")
    return 1 if findings or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
