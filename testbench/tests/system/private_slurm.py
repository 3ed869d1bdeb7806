"""A Slurm of one node for a test: its own munged, slurmctld and slurmd, in a folder and on ports of their own.

It touches nothing of a Slurm that the machine may have, needs neither systemd nor cgroups, and runs as any user.
"""

import getpass
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

TOOLS = ("munged", "munge", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol", "sinfo")
PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
START_S = 60

# As many processors as jobs are to run at the same time, whatever the machine has.
CONFIGURATION = """\
ClusterName=tactus
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=bf_interval=1,sched_interval=1
ReturnToService=2
KillWait=2
NodeName=node NodeHostname={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing_tools():
    return [tool for tool in TOOLS if not shutil.which(tool, path=PATH)]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class PrivateSlurm:
    """`with PrivateSlurm(processors=4) as slurm`: jobs are submitted by any command that has `slurm.environment`."""

    def __init__(self, processors):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tactus_slurm_"))
        self.folder.chmod(0o755)  # of the folder of its socket munged asks that
        self.environment = {**os.environ, "PATH": PATH, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.daemons = []
        self.guard = subprocess.Popen([sys.executable, __file__, self.folder], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, start_new_session=True)
        controller_port, node_port = free_ports(2)
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        if self.asks_for_cgroups():
            (self.folder / "cgroup.conf").write_text("CgroupPlugin=disabled\n")
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname().split(".")[0], user=getpass.getuser(),
            controller_port=controller_port, node_port=node_port, processors=processors))
        key = self.folder / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(64))

    @staticmethod
    def asks_for_cgroups():
        """Whether slurmd does, whatever the plugins are: from version 23.11 on, which knows the word `disabled`."""
        said = subprocess.run(["slurmd", "-V"], capture_output=True, text=True, check=True,
                              env={**os.environ, "PATH": PATH}).stdout
        year, month = re.search(r"(\d+)\.(\d+)", said).groups()
        return (int(year), int(month)) >= (23, 11)

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.print_logs()
            self.end()
            raise
        return self

    def __exit__(self, kind, error, trace):
        if error:
            self.print_logs()
        self.end()

    def start(self):
        def here(name):
            return f"{self.folder}/munge.{name}"
        self.launch("munged", "--foreground", "--force", f"--key-file={here('key')}", f"--socket={here('socket')}",
                    f"--pid-file={here('pid')}", f"--log-file={here('log')}", f"--seed-file={here('seed')}")
        self.wait_for("munged", lambda: self.says("munge", "--no-input", f"--socket={here('socket')}"), START_S)
        self.launch("slurmctld", "-D")
        self.launch("slurmd", "-D")
        self.wait_for("a node that is idle", lambda: self.says("sinfo", "--noheader", "--format=%T").strip() == "idle",
                      START_S)

    def launch(self, program, *arguments):
        with open(self.folder / f"{program}.out", "wb") as output:
            command = [shutil.which(program, path=PATH), *arguments]
            self.daemons.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                                 env=self.environment))

    def says(self, *command):
        """What a command prints; nothing if it fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else ""

    def wait_for(self, what, condition, seconds):
        latest = time.monotonic() + seconds
        while True:
            ended = [each.args[0] for each in self.daemons if each.poll() is not None]
            if ended:
                raise RuntimeError(f"waiting for {what}: {ended} ended")
            if condition():
                return
            if time.monotonic() > latest:
                raise RuntimeError(f"waiting for {what}: not within {seconds} s")
            time.sleep(0.2)

    def wait_for_jobs(self, seconds):
        """Until no job is left in the queue."""
        def has_none():
            queue = subprocess.run(["squeue", "--noheader"], env=self.environment, capture_output=True, text=True,
                                   check=True)
            return not queue.stdout.strip()
        self.wait_for("the jobs", has_none, seconds)

    def print_logs(self):
        for log in sorted([*self.folder.glob("*.log"), *self.folder.glob("*.out")]):
            print(f"== {log.name}\n{log.read_text(errors='replace')[-4000:]}", flush=True)
        print("== squeue\n" + self.says("squeue", "--long"), flush=True)

    def end(self):
        self.guard.stdin.close()
        with self.guard.stdout as pipe:
            pipe.read()  # until it has ended
        for each in [*self.daemons, self.guard]:
            each.wait()


def processes(folder):
    """All that Slurm has started there: the steps of jobs are no children of ours."""
    mark = f"SLURM_CONF={folder}/".encode()
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes():
                yield int(process.name)
        except OSError:  # has ended, or is somebody else's
            pass


def guard(folder):
    """Ends Slurm and removes its folder when the test closes the pipe, or has been killed. So it is no child of it."""
    if os.fork():
        return
    sys.stdin.read()
    while left := list(processes(folder)):
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.1)
    shutil.rmtree(folder)


if __name__ == "__main__":
    guard(sys.argv[1])
