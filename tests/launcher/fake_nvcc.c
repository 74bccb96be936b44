// SPDX-License-Identifier: Apache-2.0
/* A fake for nvcc in the launcher's tests: it shows what it was given and
 * ends as it is told. What to do stands in FAKE_NVCC, one word after the other:
 *
 *   record=FILE   arguments, environment and all else that a child inherits
 *   echo          stdin to stdout, and a line to stderr
 *   write=FROM,TO copy a file, as the product of a compile
 *   link=FROM,TO  make TO a hard link to FROM, as ccache does
 *   trap          from here on TERM and USR1 end it with status 7
 *   ready=FILE    make FILE, so that the test knows
 *   sleep=MS
 *   files=N       allow itself N descriptors (linked statically, it starts
 *                 with none to spare)
 *   jobs          take a token of the jobserver in MAKEFLAGS and give it back
 *   exit=N, kill=N
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

static void die(const char* what) {
  perror(what);
  _exit(99);
}

static void hex(FILE* out, const char* text) {
  for (; *text; ++text) fprintf(out, "%02x", (unsigned char)*text);
  fputc('\n', out);
}

static void descriptors(FILE* out) {
  for (int fd = 0; fd < 1024; ++fd) {
    struct stat s;
    if (fd == fileno(out) || fcntl(fd, F_GETFD) < 0) continue;
    if (fstat(fd, &s) != 0) continue;
    fprintf(out, "fd %d flags %d status %d type %o", fd, fcntl(fd, F_GETFD),
            fcntl(fd, F_GETFL), s.st_mode & S_IFMT);
    if (S_ISREG(s.st_mode) && fd > 2)
      fprintf(out, " inode %lu at %ld", (unsigned long)s.st_ino,
              (long)lseek(fd, 0, SEEK_CUR));
    fputc('\n', out);
  }
}

static void signals(FILE* out) {
  FILE* status = fopen("/proc/self/status", "re");
  char line[512];
  if (!status) die("status");
  while (fgets(line, sizeof line, status))
    if (!strncmp(line, "SigBlk", 6) || !strncmp(line, "SigIgn", 6) ||
        !strncmp(line, "SigCgt", 6) || !strncmp(line, "NoNewPrivs", 10) ||
        !strncmp(line, "Cpus_allowed:", 13))
      fputs(line, out);
  fclose(status);
}

static void record(const char* path, int argc, char** argv) {
  char part[4096];
  snprintf(part, sizeof part, "%s.part", path);
  FILE* out = fopen(part, "we");
  if (!out) die(part);
  fprintf(out, "argc %d\n", argc);
  for (int i = 0; i < argc; ++i) hex(out, argv[i]);
  for (char** e = environ; *e; ++e) hex(out, *e);
  char* cwd = getcwd(NULL, 0);
  hex(out, cwd ? cwd : "?");
  free(cwd);
  const mode_t mask = umask(0);
  umask(mask);
  fprintf(out, "umask %o\n", mask);
  for (int i = 0; i < RLIM_NLIMITS; ++i) {
    struct rlimit limit;
    if (getrlimit((__rlimit_resource_t)i, &limit) == 0)
      fprintf(out, "limit %d %lu %lu\n", i, (unsigned long)limit.rlim_cur,
              (unsigned long)limit.rlim_max);
  }
  fprintf(out, "group %d session %d nice %d policy %d dumpable %d\n", getpgrp(),
          getsid(0), getpriority(PRIO_PROCESS, 0), sched_getscheduler(0),
          prctl(PR_GET_DUMPABLE));
  int death = -1;
  prctl(PR_GET_PDEATHSIG, &death);
  fprintf(out, "death signal %d\n", death);
  signals(out);
  descriptors(out);
  fclose(out);
  if (rename(part, path) != 0) die(path);
}

static void copy(const char* from, const char* to) {
  char block[65536];
  const int in = open(from, O_RDONLY | O_CLOEXEC);
  const int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (in < 0 || out < 0) die(to);
  for (ssize_t n; (n = read(in, block, sizeof block)) > 0;)
    if (write(out, block, (size_t)n) != n) die(to);
  close(in);
  close(out);
}

static void echo(void) {
  char block[4096];
  for (ssize_t n; (n = read(0, block, sizeof block)) > 0;)
    if (write(1, block, (size_t)n) != n) die("stdout");
  const char words[] = "fake nvcc \x80\xff on stderr\n";
  if (write(2, words, sizeof words - 1) < 0) die("stderr");
}

/* make's protocol: a byte is a token; --jobserver-auth=R,W or fifo:PATH. */
static void jobs(void) {
  const char* flags = getenv("MAKEFLAGS");
  const char* auth = flags ? strstr(flags, "--jobserver-auth=") : NULL;
  int in = -1, out = -1;
  char path[4096], token;
  if (!auth) die("MAKEFLAGS");
  if (sscanf(auth, "--jobserver-auth=fifo:%4000s", path) == 1)
    in = out = open(path, O_RDWR | O_CLOEXEC);
  else if (sscanf(auth, "--jobserver-auth=%d,%d", &in, &out) != 2)
    die("auth");
  if (read(in, &token, 1) != 1 || write(out, &token, 1) != 1) die("token");
}

static void trapped(int signal) {
  (void)signal;
  _exit(7);
}

static void pause_for(long ms) {
  struct timespec left = {ms / 1000, (ms % 1000) * 1000000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

int main(int argc, char** argv) {
  const char* told = getenv("FAKE_NVCC");
  char* plan = strdup(told ? told : "");
  for (char* word = strtok(plan, ";"); word; word = strtok(NULL, ";")) {
    char* value = strchr(word, '=');
    char* second = NULL;
    if (value) *value++ = '\0';
    if (value && (second = strchr(value, ','))) *second++ = '\0';
    if (!strcmp(word, "record")) record(value, argc, argv);
    if (!strcmp(word, "echo")) echo();
    if (!strcmp(word, "write")) copy(value, second);
    if (!strcmp(word, "link")) {
      unlink(second);
      if (link(value, second) != 0) die(second);
    }
    if (!strcmp(word, "trap")) {
      struct sigaction action = {.sa_handler = trapped};
      sigaction(SIGTERM, &action, NULL);
      sigaction(SIGUSR1, &action, NULL);
    }
    if (!strcmp(word, "ready"))
      close(open(value, O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
    if (!strcmp(word, "sleep")) pause_for(atol(value));
    if (!strcmp(word, "jobs")) jobs();
    if (!strcmp(word, "files")) {
      struct rlimit limit;
      getrlimit(RLIMIT_NOFILE, &limit);
      limit.rlim_cur = (rlim_t)atol(value);
      if (setrlimit(RLIMIT_NOFILE, &limit) != 0) die(word);
    }
    if (!strcmp(word, "exit")) _exit(atoi(value));
    if (!strcmp(word, "kill")) {
      const struct rlimit no_core = {0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      kill(getpid(), atoi(value));
      pause_for(5000);
    }
  }
  free(plan);
  return 0;
}
