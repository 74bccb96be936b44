# SPDX-License-Identifier: Apache-2.0
"""A Slurm of our own on the loopback address: one controller and a daemon for each node, all on this machine.

Needs no configuration of the machine, no munge and no systemd, and ends all that it started.
"""

import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

COMMANDS = ["slurmctld", "slurmd", "sbatch", "scontrol", "sinfo", "squeue"]

CONF = """
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
AuthType=auth/none
CredType=cred/none
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
TaskProlog={folder}/prolog
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/linear
SchedulerParameters=batch_sched_delay=0,sched_interval=1
GresTypes=gpu
PartitionName=gpu Nodes=ALL Default=YES MaxTime=5 State=UP
"""


class Failed(Exception):
    pass


def missing():
    """The commands of Slurm that this machine does not have."""
    path = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    return [c for c in COMMANDS if shutil.which(c, path=path) is None]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """`nodes`: by name, (features, environment of what runs there). `types`: of the GPU of a node that has one, by name."""

    def __init__(self, folder, nodes, types=()):
        self.folder = pathlib.Path(folder)
        self.nodes = nodes
        self.types = dict(types)
        self.daemons = []

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "state").mkdir(parents=True)
        self.configure()
        try:
            self.start("slurmctld", "-D", "-c")
            for node in self.nodes:
                self.start("slurmd", "-D", "-N", node)
            self.wait_until_idle()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def configure(self):
        host = socket.gethostname().split(".")[0]
        ports = free_ports(len(self.nodes) + 1)
        text = ""
        gres = ""
        for (node, (features, _)), port in zip(self.nodes.items(), ports[1:]):
            kind = f"{self.types[node]}:" if node in self.types else ""
            text += f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} Gres=gpu:{kind}1 Feature={features}\n"
            gres += f"NodeName={node} Name=gpu File=/dev/null" + (f" Type={self.types[node]}\n" if kind else "\n")
        text += CONF.format(host=host, port=ports[0], user=getpass.getuser(), folder=self.folder)
        self.conf = self.folder / "slurm.conf"
        self.conf.write_text(text)
        (self.folder / "gres.conf").write_text(gres)
        # What a node's machine has of its own, be it only in its environment.
        prolog = "#!/bin/sh\ncase $SLURMD_NODENAME in\n"
        for node, (_, environment) in self.nodes.items():
            lines = "".join(f"  echo 'export {k}={v}'\n" for k, v in environment.items())
            prolog += f"{node})\n  [ ! -e {self.folder}/{node}.broken ] || exit 1\n{lines}  ;;\n"
        path = self.folder / "prolog"
        path.write_text(prolog + "esac\n")
        path.chmod(0o755)

    def environment(self):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "SBATCH", "CUDACOMPAT_"))}
        kept["PATH"] = kept.get("PATH", "") + ":/usr/sbin:/sbin"
        return kept | {"SLURM_CONF": str(self.conf)}

    def start(self, *command):
        log = open(self.folder / f"{command[0]}-{command[-1]}.out", "w")
        self.daemons.append(
            subprocess.Popen(
                [*command, "-f", str(self.conf)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment(),
                start_new_session=True,
            )
        )

    def run(self, *command, cwd=None, timeout=120, **more):
        """(exit status, stdout, stderr)"""
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=cwd, env=self.environment() | more, timeout=timeout
        )
        return done.returncode, done.stdout, done.stderr

    def wait_until_idle(self):
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for daemon in self.daemons:
                if daemon.poll() is not None:
                    raise Failed(f"{daemon.args[0]} ended with {daemon.returncode}:\n{self.logs()}")
            _, states, _ = self.run("sinfo", "--noheader", "-N", "-o", "%T")
            if states.split() == ["idle"] * len(self.nodes):
                return
            time.sleep(0.5)
        raise Failed(f"the nodes are not idle after a minute:\n{states}\n{self.logs()}")

    def logs(self):
        files = sorted(self.folder.glob("*.out")) + sorted(self.folder.glob("*.log"))
        return "\n".join(f"--- {f.name}\n{f.read_text()[-1500:]}" for f in files)

    def stop(self):
        if getattr(self, "conf", None):
            self.run("scancel", "--user", getpass.getuser())
        for sign in (signal.SIGTERM, signal.SIGKILL):
            for daemon in reversed(self.daemons):
                try:
                    os.killpg(daemon.pid, sign)
                except ProcessLookupError:
                    pass
            until = time.monotonic() + 5
            while any(d.poll() is None for d in self.daemons) and time.monotonic() < until:
                time.sleep(0.1)
