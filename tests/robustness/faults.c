/* Disturb calls of the file system: let one fail, or kill the process that makes it.

   A library for LD_PRELOAD, compiled and told what to do by faults.py:

   FAULT_CALL   rename, fsync, write or open (for writing).
   FAULT_PATHS  Patterns of fnmatch(3), divided by colons. Calls on other paths go on as
                ever. What is hidden as ".name.12345678.part" counts as "name".
   FAULT_AT     So many such calls go well, of all processes together; of write, bytes.
   FAULT_HOW    The error of every call after them, or, negative, the signal that is sent
                before the next one.
   FAULT_GROUP  "1" sends the signal to the process group, "0" to the process.
   FAULT_TALLY  The file that the calls, or bytes, are counted in.
   FAULT_TOLD   The file that gets a line for each disturbed call.
*/

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name)) dlsym(RTLD_NEXT, #name))
#define LONGEST 4096

static long *tally;
static long at;
static int how;

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("FAULT_TALLY");
    if (path == NULL)
        return;
    int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return;
    void *found = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found != MAP_FAILED)
        tally = found;
    close(file);
    at = atol(getenv("FAULT_AT"));
    how = atoi(getenv("FAULT_HOW"));
}

/* Give a file that is still written the name that it will have. */
static void settle(char *path)
{
    size_t length = strlen(path), tail = strlen(".12345678.part");
    char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    if (*name != '.' || length < tail || strcmp(path + length - 5, ".part") != 0)
        return;
    path[length - tail] = '\0';
    memmove(name, name + 1, strlen(name));
}

static int is_meant(const char *call, const char *path)
{
    char settled[LONGEST], patterns[LONGEST], *rest = patterns, *pattern;
    if (tally == NULL || strcmp(call, getenv("FAULT_CALL")) != 0)
        return 0;
    snprintf(settled, sizeof settled, "%s", path);
    settle(settled);
    snprintf(patterns, sizeof patterns, "%s", getenv("FAULT_PATHS"));
    while ((pattern = strsep(&rest, ":")) != NULL)
        if (fnmatch(pattern, settled, 0) == 0)
            return 1;
    return 0;
}

static void tell(const char *call, const char *path)
{
    char line[LONGEST + 32];
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    int file = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_TOLD"), flags, 0666);
    int length = snprintf(line, sizeof line, "%s %s\n", call, path);
    if (file < 0)
        return;
    syscall(SYS_write, file, line, length);
    close(file);
}

/* Count a call of some size; return how much of it goes well, or -1 with its error. */
static long allowed(const char *call, const char *path, long size)
{
    if (!is_meant(call, path))
        return size;
    long before = __atomic_fetch_add(tally, size, __ATOMIC_SEQ_CST);
    if (before + size <= at)
        return size;
    if (how < 0) {
        if (before > at)
            return size;
        tell(call, path);
        kill(strcmp(getenv("FAULT_GROUP"), "1") == 0 ? 0 : getpid(), -how);
        return size;
    }
    if (before < at)
        return at - before;
    tell(call, path);
    errno = how;
    return -1;
}

static long allowed_of(const char *call, int file, long size)
{
    char link[64], path[LONGEST];
    if (tally == NULL)
        return size;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return size;
    path[length] = '\0';
    return allowed(call, path, size);
}

int rename(const char *old, const char *new)
{
    return allowed("rename", new, 1) < 0 ? -1 : REAL(rename)(old, new);
}

int renameat(int from, const char *old, int to, const char *new)
{
    return allowed("rename", new, 1) < 0 ? -1 : REAL(renameat)(from, old, to, new);
}

int fsync(int file)
{
    return allowed_of("fsync", file, 1) < 0 ? -1 : REAL(fsync)(file);
}

ssize_t write(int file, const void *content, size_t size)
{
    long good = size == 0 ? 0 : allowed_of("write", file, size);
    return good < 0 ? -1 : REAL(write)(file, content, good);
}

/* Open for writing, by each name that the library has for it. */
#define OPENING(name, declared, passed)                                      \
    int name(declared const char *path, int flags, ...)                     \
    {                                                                       \
        va_list more;                                                       \
        va_start(more, flags);                                              \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, int) : 0; \
        va_end(more);                                                       \
        if ((flags & O_ACCMODE) != O_RDONLY && allowed("open", path, 1) < 0) \
            return -1;                                                      \
        return REAL(name)(passed path, flags, mode);                        \
    }
#define IN int folder,
#define OF folder,
#define NONE

OPENING(open, NONE, NONE)
OPENING(open64, NONE, NONE)
OPENING(openat, IN, OF)
OPENING(openat64, IN, OF)
