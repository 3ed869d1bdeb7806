"""Makes the pictures of the docs that show pages of `tactus report`, in docs/images.

    pictures.py TACTUS [NAME ...]

The folders are those of the commands in pages of the docs, which a test executes, and of those below.
"""

import base64
import pathlib
import re
import subprocess
import sys
import tempfile

from browser import Browser

ROOT = pathlib.Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"(?<=```\n)(\$ [^`]*)(?=```)")
MORE = (
    "./tactus run scenarios/nsim/a2at.yaml --level packet --set message_size=64KiB --set attribution.enabled=true --quiet",
    "./tactus sweep scenarios/openloop/uniform.yaml --level packet --over router.arbiter=round_robin,oldest_first,matrix "
    "--over load=0.1:0.8:0.1 --seeds 5 --set workload.warmup='4000 cycles' --set workload.measure='8000 cycles' --quiet "
    "--out results/arbiters",
)
SLOWEST = """Array.from(document.querySelectorAll("#lives form > button")).find(({textContent}) => textContent === "Slowest packet").click()"""

PAGES = ("docs/reference/report.md", "docs/guide/slow_phase.md", "docs/guide/pacing_hardware.md", "docs/guide/noisy_node.md")

# Name: the run's folder, the width of the screen, the parts of the page that are shown and what is done before.
PICTURES = {
    "report.png": ("results/a2at", 1300, ["header", "#links", "#curves"], ""),
    "report_cube.png": ("results/cube", 1300, ["#links"], ""),
    "report_life.png": ("results/a2at_4x4", 1200, ["#lives"], SLOWEST),
    "report_sweep.png": ("results/arbiters", 1000, ["#curves"], ""),
    "report_pareto.png": ("results/eight_designs-explore", 900, ["#pareto"], ""),
    "question_slow.png": ("results/seen", 1200, ["#links", "#curves"], ""),
    "question_bias.png": ("results/valley", 800, ["#curves"], ""),
    "question_noise.png": ("results/noisy", 1000, ["#critical-path"], ""),
}


def folders_of_docs(folder, wanted):
    """Gives the commands of the pages and those above in `folder`, where they make the results that are wanted."""
    blocks = [block for page in PAGES for block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))]
    commands = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    for command in [*commands, *MORE]:
        if any(re.search(rf"{pathlib.Path(name).name.removesuffix('-explore')}(\.yaml|\b)", command) for name in wanted):
            subprocess.run(command, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)


def shoot(browser, page, width, parts, before):
    """PNG of these parts of the page together."""
    browser.show_as(width)
    browser.open(page)
    if before:
        browser.run(before)
        for _ in range(20):
            browser.settle()
    left, top, right, bottom = browser.run("""
        const boxes = arguments[0].map((part) => document.querySelector(part).getBoundingClientRect());
        return [Math.min(...boxes.map(({left}) => left)), Math.min(...boxes.map(({top}) => top)) + scrollY,
          Math.max(...boxes.map(({right}) => right)), Math.max(...boxes.map(({bottom}) => bottom)) + scrollY]""", parts)
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top, "scale": 1}
    shot = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
    return base64.b64decode(shot["data"])


def main():
    program, *names = sys.argv[1:]
    pictures = {name: PICTURES[name] for name in names or PICTURES}
    browser = Browser()
    with tempfile.TemporaryDirectory(prefix="tactus_pictures_") as kept:
        folder = pathlib.Path(kept)
        (folder / "tactus").symlink_to(pathlib.Path(program).resolve())
        (folder / "scenarios").symlink_to(ROOT / "scenarios")
        folders_of_docs(folder, [results for results, *_ in pictures.values()])
        for name, (results, *how) in pictures.items():
            subprocess.run(["./tactus", "report", results], cwd=folder, check=True, stdout=subprocess.DEVNULL)
            picture = ROOT / "docs/images" / name
            picture.write_bytes(shoot(browser, folder / results / "report.html", *how))
            print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size / 1000:.0f} KB")
    browser.close()


if __name__ == "__main__":
    main()
