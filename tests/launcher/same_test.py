# SPDX-License-Identifier: Apache-2.0
"""The launcher changes nothing: bare and wrapped, compared."""

import ctypes
import os
import resource
import signal
import subprocess

from harness import (
    WAYS,
    expect,
    expect_equal,
    expect_says,
    expect_silent,
    expect_status,
    run_cases,
)


def case_arguments(bench):
    odd = [b"", b" ", b"a b", b"\xff\xfe", b"'\"$`\\", b"\n\t", b"--plan", b"--", b"*", b"-D" + b"x" * 100000]
    for way in WAYS:
        bench.compare([*way, *odd], "record=record")


def case_environment(bench):
    env = {os.fsencode(k): os.fsencode(v) for k, v in bench.environment("record=record").items()}
    env.update({b"EMPTY": b"", b"ODD": b"\xff\n=\x01", b"LD_BIND_NOW": b"1", b"z": b"x" * 50000})
    for way in WAYS:
        bench.compare(way, env=env)


def case_folder_umask_and_limits(bench):
    (bench.work / "in \xe9").mkdir()

    def prepare():
        os.umask(0o017)
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, 200))
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 22, 1 << 23))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(3)

    record = str(bench.work / "record")
    profile = bench.write("in \xe9/profile.json", (bench.work / "profile.json").read_bytes())
    for way in WAYS:
        bench.compare(way, f"record={record}", prepare=prepare, cwd=profile.parent)


def case_descriptors(bench):
    for way in WAYS:
        with open("good.ptx", "rb") as file:
            file.seek(7)
            os.dup2(file.fileno(), 9)
        read_end, write_end = os.pipe()
        bench.compare(way, "record=record", pass_fds=(9, read_end, write_end))
        for fd in (9, read_end, write_end):
            os.close(fd)


def case_closed_standard_descriptors(bench):
    # Python puts pipes there, so a shell closes them.
    for way in WAYS:
        seen = []
        for wrapped in (False, True):
            (bench.work / "record").unlink(missing_ok=True)
            command = [bench.fake, *way]
            command = bench.wrap(command) if wrapped else command
            done = bench.run(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], "record=record;exit=2")
            expect_status(done, 2)
            lines = (bench.work / "record").read_bytes().splitlines()
            seen.append([line for line in lines if line.startswith(b"fd ")])
        expect_equal(seen[1], seen[0], "descriptors")


def case_signal_mask_and_dispositions(bench):
    def prepare():
        for ignored in (signal.SIGHUP, signal.SIGINT, signal.SIGCHLD, signal.SIGPIPE, signal.SIGUSR2):
            signal.signal(ignored, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGUSR1, signal.SIGCHLD])

    for way in WAYS:
        bench.compare(way, "record=record;exit=3", prepare=prepare)
        bench.compare(way, "record=record", restore_signals=False)


def case_output(bench):
    stdin = bytes(range(256)) * 50
    for way in WAYS:
        for status in (0, 1):
            seen = bench.compare(way, f"echo;exit={status}", stdin=stdin)
            expect_equal(seen["stdout"], stdin, "stdin came through")


def case_printing_modes(bench):
    for way in (["-E", "a.cu"], ["-M", "a.cu", "-o", "x.o"], ["-MM", "a.cu"], ["--version"], ["--help"], ["--dryrun", "-c", "a.cu", "-o", "x.o"], ["--run", "a.cu"]):
        # Even a product that would be refused is not looked at.
        seen = bench.compare(way, "record=record;echo;write=bad.ptx,x.o", stdin=b"text")
        expect_equal(seen["stdout"], b"text", "stdout")


def case_exit_status(bench):
    for way in WAYS:
        for status in (0, 1, 2, 77, 126, 127, 255):
            seen = bench.compare(way, f"exit={status}")
            expect_equal(seen["status"], status, "status")


def case_death_by_signal(bench):
    for way in WAYS:
        for number in (signal.SIGSEGV, signal.SIGTERM, signal.SIGKILL, signal.SIGABRT, signal.SIGINT, signal.SIGPIPE):
            seen = bench.compare(way, f"kill={int(number)}")
            expect_equal(seen["status"], -number, "death")


def case_command_that_cannot_start(bench):
    bench.write("text", "not a program")
    os.chmod("text", 0o644)
    for command, status in ((["./nowhere/nvcc"], 127), (["./text"], 126), (["."], 126), (["nvcc-9.9"], 127)):
        for more in ([], ["-c", "a.cu", "-o", "x.o"]):
            done = bench.run(bench.wrap([*command, *more]))
            expect_status(done, status)
            expect_says(done, f"cudacompat-launch: {command[0]}: ")
            expect_equal(done.stderr.count(b"\n"), 1, "lines")


def case_term_is_passed_on(bench):
    for number in (signal.SIGTERM, signal.SIGUSR1):
        process = bench.start(
            bench.wrap([bench.fake, *WAYS[1]]), "trap;ready=ready;sleep=20000", start_new_session=True
        )
        process.send_signal(number)
        process.communicate(timeout=20)
        expect_equal(process.returncode, 7, "the child's own answer")
    for number in (signal.SIGTERM, signal.SIGHUP):
        process = bench.start(bench.wrap([bench.fake, *WAYS[1]]), "ready=ready;sleep=20000")
        process.send_signal(number)
        process.communicate(timeout=20)
        expect_equal(process.returncode, -number, "death")


def case_interrupt_waits_for_the_child(bench):
    for number in (signal.SIGINT, signal.SIGQUIT):
        process = bench.start(
            bench.wrap([bench.fake, *WAYS[1]]), "ready=ready;sleep=300;write=good.ptx,done;exit=4"
        )
        process.send_signal(number)
        process.communicate(timeout=20)
        expect_equal(process.returncode, 4, "status")
        expect(bench.has("done"), "ended before the child")
        os.unlink("done")


def case_interrupt_from_the_terminal(bench):
    # A terminal sends it to the whole group.
    process = bench.start(
        bench.wrap([bench.fake, *WAYS[1]]), "ready=ready;sleep=20000", start_new_session=True
    )
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=20)
    expect_equal(process.returncode, -signal.SIGINT, "death")


def case_stopped_and_continued(bench):
    process = bench.start(
        bench.wrap([bench.fake, *WAYS[1]]), "ready=ready;sleep=300", start_new_session=True
    )
    os.killpg(process.pid, signal.SIGSTOP)
    os.killpg(process.pid, signal.SIGCONT)
    process.communicate(timeout=20)
    expect_equal(process.returncode, 0, "status")


def case_no_process_stays(bench):
    libc = ctypes.CDLL(None)
    libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans become ours
    for way in WAYS:
        expect_silent(bench.launch(*way))
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return
    raise AssertionError("a process was left behind")


def case_jobserver_pipe(bench):
    read_end, write_end = os.pipe()
    os.write(write_end, b"ab")
    env = bench.environment("record=record;jobs", MAKEFLAGS=f"-j2 --jobserver-auth={read_end},{write_end}")
    for way in WAYS:
        bench.compare(way, env=env, pass_fds=(read_end, write_end))
    os.set_blocking(read_end, False)
    expect_equal(sorted(os.read(read_end, 9)), sorted(b"ab"), "tokens")


def case_jobserver_fifo(bench):
    os.mkfifo("fifo")
    keep = os.open("fifo", os.O_RDWR)
    os.write(keep, b"ab")
    env = bench.environment("record=record;jobs", MAKEFLAGS="-j2 --jobserver-auth=fifo:fifo")
    for way in WAYS:
        bench.compare(way, env=env)
    os.set_blocking(keep, False)
    expect_equal(sorted(os.read(keep, 9)), sorted(b"ab"), "tokens")


def case_options_from_a_pipe_are_left_to_nvcc(bench):
    # nvcc --options-file <(generate): who reads it first has it.
    read_end, write_end = os.pipe()
    os.write(write_end, b"-o elsewhere.o")
    os.close(write_end)
    done = bench.launch("-c", "a.cu", "-optf", f"/dev/fd/{read_end}", told="exit=5", pass_fds=(read_end,))
    expect_silent(done, 5)
    expect_equal(os.read(read_end, 99), b"-o elsewhere.o", "the pipe")
    # A writer that found us reading would write its text to nobody.
    os.mkfifo("fifo")
    writer = subprocess.Popen(["sh", "-c", "echo -o > fifo"])
    expect_silent(bench.launch("-c", "a.cu", "-optf", "fifo"))
    expect_equal(writer.poll(), None, "the writer of a fifo")
    expect_equal((bench.work / "fifo").read_text(), "-o\n", "the fifo")
    expect_equal(writer.wait(20), 0, "the writer")


def case_memory_while_nvcc_runs(bench):
    process = bench.start(
        bench.wrap([bench.fake, *WAYS[1]]), "ready=ready;sleep=20000", start_new_session=True
    )
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        resident = next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=20)
    print(f"{resident} KiB")
    expect(resident <= 4096, f"{resident} KiB while nvcc runs")


if __name__ == "__main__":
    run_cases(globals())
