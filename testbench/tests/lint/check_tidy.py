"""clang-tidy over the compile database, in parallel; files that were clean before and have not changed are not read again.

A file's fingerprint covers what clang-tidy's verdict depends on: the file, the project's headers that it includes
(directly or not), how it is compiled, .clang-tidy and the version of clang-tidy. Fingerprints of clean files are kept
as empty files in $XDG_CACHE_HOME/tactus/clang-tidy, so that they serve every clone and build folder.

Headers take most of the time. So files of a folder that are compiled alike are read together, as one file that includes
them; by halves if they clash.

clang-tidy comes from PyPI: ./tactus lint puts it where this script looks. Without it the check is skipped.
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

import source_tree

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
FINDING = re.compile(r"^(/.*?:\d+:\d+): (?:error|warning): ")
CLASH = "[clang-diagnostic-error]"
TOGETHER = 8  # files
UNITY = re.compile(r"/Unity/unity_\d+_\w+\.\w+$")  # what CMake calls a file of files
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


def fingerprint(file, entry, build, tool_state):
    """See the head of this file. Paths count from the top of the repository, whatever that is called."""
    options = " ".join(compiler_options(entry)).replace(str(build), "BUILD").replace(str(source_tree.ROOT), "ROOT")
    digest = hashlib.sha256(f"{tool_state}\n{options}\n".encode())
    for path in with_includes(pathlib.Path(file)):
        digest.update(f"{path.relative_to(source_tree.ROOT)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def compiled_files(entry):
    """The file of an entry of the compile database; of one that CMake made of several, these."""
    if UNITY.search(entry["file"]):
        return INCLUDE.findall(pathlib.Path(entry["file"]).read_text(encoding="utf-8"))
    return [entry["file"]]


def project_entries(build, only):
    """One entry of the compile database per file of this repository that includes nothing Verilated, by file, sorted."""
    wanted = {str(source_tree.ROOT / path) for path in source_tree.files(".cpp")}
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        for file in compiled_files(entry):
            if file not in wanted or only not in file:
                continue
            read = with_includes(pathlib.Path(file))
            if not any(VERILATED.search(path.read_text(encoding="utf-8")) for path in read):
                entries.setdefault(file, entry)
    return dict(sorted(entries.items()))


def compiler_options(entry):
    """How a file is compiled, without what is the file's own: compiler, source, output."""
    words = entry.get("arguments") or shlex.split(entry["command"])
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    own = {i for i, word in enumerate(words) if word in ("-o", "-c")}
    return [word for i, word in enumerate(words[first:], first) if i not in own and i - 1 not in own]


def readings(files, entries):
    """Lists of files that are to be read together."""
    alike = {}
    for file in files:
        alike.setdefault((os.path.dirname(file), *compiler_options(entries[file])), []).append(file)
    return [group[i:i + TOGETHER] for group in alike.values() for i in range(0, len(group), TOGETHER)]


def lint(tool, files, entry):
    """Findings in files that are compiled as `entry` is, as blocks of text by place; a block under the empty place if
    clang-tidy itself failed."""
    header_filter = f"^{re.escape(str(source_tree.ROOT))}/(hw|rtl|tlm_models|testbench)/"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(files[0])
        if len(files) > 1:
            source = pathlib.Path(folder) / "together.cpp"
            source.write_text("".join(f'#include "{file}"\n' for file in files), encoding="utf-8")
        # Warnings of compilers are g++'s to give: the code is for g++.
        command = [tool, "--quiet", f"--config-file={source_tree.ROOT / '.clang-tidy'}",
                   f"--header-filter={header_filter}", source, "--", *compiler_options(entry), "-w"]
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
    """Findings of files that are read together, and the files that they are of."""
    blocks = lint(tool, files, entries[files[0]])
    if len(files) > 1 and any(CLASH in block for block in blocks.values()):
        half = len(files) // 2
        return lint_each(tool, files[:half], entries) + lint_each(tool, files[half:], entries)
    return [(files, blocks)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="build folder with compile_commands.json")
    parser.add_argument("--only", default="", help="files whose path contains this text")
    arguments = parser.parse_args()
    build = arguments.build.resolve()

    tool = source_tree.PYPI / "clang-tidy"
    if not tool.exists():
        print("Skipped: needs clang-tidy from PyPI; ./tactus lint installs it")
        return source_tree.SKIPPED
    version = subprocess.run([tool, "--version"], check=True, capture_output=True, text=True).stdout
    tool_state = version + (source_tree.ROOT / ".clang-tidy").read_text(encoding="utf-8")
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "tactus" / "clang-tidy"
    cache.mkdir(parents=True, exist_ok=True)

    entries = project_entries(build, arguments.only)
    keys = {file: fingerprint(file, entry, build, tool_state) for file, entry in entries.items()}
    changed = [file for file, key in keys.items() if not (cache / key).exists()]
    findings = {}
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for result in pool.map(lambda files: lint_each(tool, files, entries), readings(changed, entries)):
            for files, blocks in result:
                findings.update(blocks)
                for file in () if blocks else files:
                    (cache / keys[file]).touch()
    for place in sorted(findings):
        print(findings[place].replace(f"{source_tree.ROOT}/", ""))
    print(f"{len(entries)} files: {len(entries) - len(changed)} unchanged since they were clean, "
          f"{len(changed)} read; {len(findings)} findings.")
    return 1 if findings or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
