"""A throw-away Slurm cluster of several nodes on this machine, all in one folder.

It needs the packages slurm-wlm and munge, for accounting slurmdbd and mariadb-server.
The host's name must resolve to 127.0.0.1, to which Slurm then binds. Run as root, jobs
of every user may run; else only those of the user who started it.
"""

import getpass
import os
import random
import re
import secrets
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil

PROFILE = Path(__file__).resolve().parents[2] / "profiles" / "slurm"
# What a site sets: here a cluster without accounting, which answers soon.
SITE = ["--workflow-profile", PROFILE, "--slurm-status-command", "squeue"]
SITE += ["--default-resources", "slurm_account=none", "slurm_partition=debug"]
SITE += ["--slurm-init-seconds-before-status-checks", 5]
SITE += ["--seconds-between-status-checks", 5, "--latency-wait", 10]
COMMANDS = ("sbatch", "srun", "squeue", "sinfo", "scancel", "scontrol")
COMMANDS += ("sacct", "sacctmgr", "sshare")
ACCOUNT, PARTITION = "science", "debug"
CPUS, MEM_MB = 2, 6000
# Seconds without an answer after which a node is DOWN.
NODE_TIMEOUT = 10
# Seconds that a job of a lost node waits before it is sent again; Slurm's own are 120.
EXPIRE = 15
CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthInfo=socket={folder}/run/munge.socket,cred_expire={expire}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort={ports[0]}
SrunPortRange=20000-31999
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/%n.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/%n.log
PlugStackConfig={folder}/plugstack.conf
MailProg=/bin/true
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherParams=OverMemoryKill
JobAcctGatherFrequency=1
JobCompType=jobcomp/filetxt
JobCompLoc={folder}/log/jobcomp.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,bf_interval=2
SlurmdParameters=config_overrides
SlurmdTimeout={timeout}
ReturnToService=2
SwitchType=switch/none
MpiDefault=none
MinJobAge=3600
KillWait=5
PartitionName={partition} Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
NODE = "NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} "
NODE += f"CPUs={CPUS} RealMemory={MEM_MB}\n"
WITH_ACCOUNTING = """AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort={port}
AccountingStoragePass={folder}/run/munge.socket
AccountingStorageEnforce=associations
"""
ACCOUNTING = """
AuthInfo=socket={folder}/run/munge.socket
DbdHost={host}
DbdAddr=127.0.0.1
DbdPort={ports[0]}
SlurmUser={user}
LogFile={folder}/log/slurmdbd.log
PidFile={folder}/run/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort={ports[1]}
StorageUser=root
"""


def free_ports(number):
    """Return ports of 127.0.0.1 at which nobody listens.

    Like those of `srun` they are none that the system gives to whoever asks for any
    (from 32768 on), such as another test before the daemon that they are for.
    """
    ports, sockets = [], []
    for port in random.sample(range(10_000, 20_000), 100):
        tried = socket.socket()
        sockets.append(tried)
        with suppress(OSError):
            tried.bind(("127.0.0.1", port))
            ports.append(port)
    for opened in sockets:
        opened.close()
    return ports[:number]


def wait_until(answer, what, seconds=60):
    """Wait until a function returns something, and return that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := answer():
            return found
        time.sleep(0.2)
    raise TimeoutError(f"{what}: not within {seconds} seconds")


class Cluster:
    """A cluster in an empty folder, until it is left.

    Parameters
    ----------
    folder : Path
        Of letters, digits and ``/ . _ -``, at most 70 of them; others can enter it.
    nodes : int, default=1
    accounting : bool, default=False
        Whether jobs are kept in a database, and accounts are checked.
    """

    def __init__(self, folder, *, nodes=1, accounting=False):
        self.folder = Path(folder)
        self.nodes = [f"n{i}" for i in range(1, nodes + 1)]
        self.accounting = accounting
        self.daemons = {}
        self.env = {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "SLURM_CONF": str(self.folder / "slurm.conf"),
            # Without bytecode a job takes four times as long.
            "PYTHONDONTWRITEBYTECODE": "",
        }

    def __enter__(self):
        """Start all daemons, and wait for the nodes."""
        try:
            self._configure()
            self.start("munged")
            wait_until((self.folder / "run/munge.socket").exists, "munged")
            if self.accounting:
                self._start_accounting()
            self.start("slurmctld", *self.nodes)
            wait_until(self._all_idle, "all nodes idle")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        """Stop all daemons, and what jobs have left."""
        for process in self._processes():
            process.kill()
        for name in reversed([*self.daemons]):
            self.stop(name)

    def __call__(self, *command):
        """Call one of Slurm's commands; return what it said."""
        said = subprocess.run(
            command, env=os.environ | self.env, check=True, capture_output=True
        )
        return said.stdout.decode()

    def start(self, *names):
        """Start daemons: of nodes by the nodes' names."""
        conf = self.folder / "slurm.conf"
        for name in names:
            command = [name, "-D", "-f", conf]
            if name in self.nodes:
                command = ["slurmd", "-D", "-N", name, "-f", conf]
            elif name == "munged":
                command = [name, "--foreground", f"--socket={self._run}/munge.socket"]
                command += [f"--key-file={self._run}/munge.key"]
                command += [f"--pid-file={self._run}/munged.pid"]
                command += [f"--seed-file={self._run}/munged.seed"]
                command += [f"--log-file={self.folder}/log/munged.log"]
            elif name == "slurmdbd":
                command = [name, "-D"]
            elif name == "mariadbd":
                command = [name, "--no-defaults", f"--datadir={self.folder}/database"]
                command += [f"--user={getpass.getuser()}", "--skip-grant-tables"]
                command += [f"--port={self._database_port}", "--skip-name-resolve"]
                command += [f"--socket={self._run}/mariadb", "--bind=127.0.0.1"]
            with open(self.folder / "log" / f"{name}.out", "ab") as said:
                self.daemons[name] = subprocess.Popen(
                    command,
                    env=os.environ | self.env,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    start_new_session=True,
                )

    def stop(self, name):
        """End a daemon; what it has started goes on."""
        self.daemons[name].terminate()
        try:
            self.daemons[name].wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.daemons[name].kill()
            self.daemons[name].wait()

    def fail(self, node):
        """Let a node lose its power: its daemon and all its jobs are gone at once."""
        self.daemons[node].kill()
        self.daemons[node].wait()
        for process in self._processes(node):
            process.kill()

    def state(self, node):
        """The state of a node, in Slurm's words."""
        return self("sinfo", "--noheader", f"--nodes={node}", "--format=%T").strip()

    def set_node(self, node, state):
        """Drain a node, take it down or take it back."""
        update = f"nodename={node}", f"state={state}", "reason=test"
        self("scontrol", "update", *update)

    def next_job(self, states, name=""):
        """Number and node of the first job that turns up in one of the states."""

        def found():
            words = "--noheader", "--format=%A %N %k", f"--states={states}"
            lines = self("squeue", *words).splitlines()
            return [line.split()[:2] for line in lines if name in line]

        return wait_until(found, f"a job {name} {states}", seconds=120)[0]

    def ended(self):
        """State, memory in MB and time in minutes of every job that has ended."""
        wanted = r"JobState=(\w+) .*TimeLimit=(\d+) .*mem=(\d+)M"
        found = [re.search(wanted, line).groups() for line in self._completions()]
        return [(state, int(memory), int(limit)) for state, limit, memory in found]

    def states(self, before):
        """States of the jobs that ended since there were so many."""
        return [state for state, _, _ in self.ended()[before:]]

    def told_of_steps(self, study):
        """What jobs that failed and Slurm's daemons have told of a study's steps."""
        logs = [*(study.folder / ".snakemake/slurm_logs").rglob("*.log")]
        logs += (self.folder / "log").glob("*.log")
        return "\n".join(f"{log}:\n{log.read_text()[-5000:]}" for log in logs)

    def places(self):
        """The nodes of every job that has ended."""
        found = (re.search(r"NodeList=(\S+)", line) for line in self._completions())
        return [match[1] for match in found]

    def _completions(self):
        log = self.folder / "log" / "jobcomp.log"
        return log.read_text().splitlines() if log.exists() else []

    @property
    def _run(self):
        return self.folder / "run"

    def _all_idle(self):
        try:
            return {self.state(node) for node in self.nodes} == {"idle"}
        except subprocess.CalledProcessError:
            return False

    def _configure(self):
        """Write all configuration."""
        for part in ("state", "log", "run", "bin", *(f"spool/{x}" for x in self.nodes)):
            (self.folder / part).mkdir(parents=True)
        key = self._run / "munge.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(128))
        (self.folder / "plugstack.conf").touch()
        ports = free_ports(len(self.nodes) + 3)
        self._database_port = ports[1]
        filled = {"folder": self.folder, "host": socket.gethostname().split(".")[0]}
        filled |= {"user": getpass.getuser(), "timeout": NODE_TIMEOUT, "expire": EXPIRE}
        text = CONFIGURATION.format(**filled, ports=ports[2:], partition=PARTITION)
        for name, port in zip(self.nodes, ports[3:], strict=True):
            text += NODE.format(**filled, name=name, port=port)
        if self.accounting:
            text += WITH_ACCOUNTING.format(**filled, port=ports[0])
            file = self.folder / "slurmdbd.conf"
            file.touch(0o600)
            file.write_text(ACCOUNTING.format(**filled, ports=ports))
        (self.folder / "slurm.conf").write_text(text)
        # The executor's plugin takes SLURM_CONF from what it starts.
        for name in COMMANDS:
            wrapper = self.folder / "bin" / name
            conf = f"export SLURM_CONF={self.folder}/slurm.conf"
            program = shutil.which(name)
            wrapper.write_text(f'#!/bin/sh\n{conf}\nexec {program} "$@"\n')
            wrapper.chmod(0o755)

    def _start_accounting(self):
        """Start the database and its daemon, and open an account."""
        database = f"--datadir={self.folder}/database"
        install = ["mariadb-install-db", "--no-defaults", database, "--skip-test-db"]
        install += [f"--user={getpass.getuser()}"]
        subprocess.run(install, check=True, capture_output=True)
        self.start("mariadbd")
        wait_until((self._run / "mariadb").exists, "mariadbd")
        self.start("slurmdbd")
        add = ["sacctmgr", "--immediate", "add"]
        wait_until(lambda: self._says(*add, "cluster", "test"), "slurmdbd")
        self(*add, "account", ACCOUNT)
        self(*add, "user", getpass.getuser(), f"account={ACCOUNT}")

    def _says(self, *command):
        """What a command says, empty as long as it fails."""
        try:
            return self(*command)
        except subprocess.CalledProcessError:
            return ""

    def _processes(self, node=None):
        """Processes of this cluster's jobs, of one node's, and what watches over them.

        Another cluster's nodes have the same names.
        """
        nodes = [node] if node else self.nodes
        logs = {str(self.folder / "log" / f"{name}.log") for name in nodes}
        daemons = {daemon.pid for daemon in self.daemons.values()}
        for process in psutil.process_iter():
            try:
                if process.pid in daemons or process.pid == os.getpid():
                    continue
                env = process.environ()
                is_job = env.get("SLURM_CONF") == self.env["SLURM_CONF"]
                is_job &= "SLURM_JOB_ID" in env
                is_job &= node in (None, env.get("SLURMD_NODENAME"))
                if is_job or logs & {file.path for file in process.open_files()}:
                    yield process
            except psutil.Error:
                continue
