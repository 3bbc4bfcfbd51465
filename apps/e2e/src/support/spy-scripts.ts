/** Facts that a spy must know: where the secrets of the installation lie, and its processes. */
export interface SpyTarget {
  dataDir: string;
  /** Of supervisor, api, dispatcher, runner. */
  pids: readonly number[];
}

/** Words that a spy prints when it could do what it must not. */
export const FORBIDDEN_WORDS = ['KILLABLE', 'MEMORY READABLE', 'DATABASE OPEN', 'CORE PATTERN WRITABLE', 'ESCAPED'];

const secretFiles = (dataDir: string): string[] =>
  ['secret.key', 'stack.json', 'postgres/password', 'runners/local-1/token', 'runners/local-1/key.pem'].map(
    (name) => `${dataDir}/${name}`,
  );

/** Reads processes and files with what every machine has. */
export const bashSpy = ({ dataDir }: SpyTarget): string => `
id
for file in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do tr '\\0' '\\n' < "$file"; echo; done 2>/dev/null
for file in ${secretFiles(dataDir).join(' ')}; do echo "== $file"; cat "$file"; done 2>&1
echo '== every file of the installation'
find ${dataDir} /var/lib/switchyard-tasks -type f -size -256k -exec cat {} + 2>&1 | tr -d '\\0' | head -c 2000000
echo '== processes as directories'
ls -l /proc/[0-9]*/cwd /proc/[0-9]*/exe 2>&1 | tail -n 5
for pid in $(ls /proc | grep '^[0-9]'); do cat /proc/$pid/root${dataDir}/secret.key /proc/$pid/cwd/marker; done 2>&1 | sort | uniq -c
find /tmp /var/tmp /dev/shm "$HOME" -maxdepth 2 -name 'switchyard-leftover*' -exec cat {} + 2>&1
echo '== end'
`;

/** Memory, signals, the database, the machine. */
export const pythonSpy = ({ dataDir, pids }: SpyTarget): string => `
import glob, os, re, socket, struct
SECRET = re.compile(rb'(?:postgres://[^@\\0 ]{1,90}@|[A-Za-z]+cnry[0-9a-f]{18}|cnry[0-9a-f]{18})')
print(os.getuid(), os.getgroups())
for pid in ${JSON.stringify(pids)}:
    try:
        os.kill(pid, 0)
        print(pid, 'KILLABLE')
    except OSError as error:
        print(pid, error)
    try:
        maps = [line.split()[0].split('-') for line in open(f'/proc/{pid}/maps') if ' rw-p ' in line]
        with open(f'/proc/{pid}/mem', 'rb', 0) as memory:
            print(pid, 'MEMORY READABLE')
            for first, last in maps[:200]:
                try:
                    memory.seek(int(first, 16))
                    print(set(SECRET.findall(memory.read(min(int(last, 16) - int(first, 16), 1 << 24)))))
                except (OSError, ValueError, OverflowError):
                    pass
    except OSError as error:
        print(pid, error)

def answer_of(connection):
    connection.settimeout(5)
    words = b'user\\0switchyard\\0database\\0switchyard\\0\\0'
    connection.sendall(struct.pack('!ii', len(words) + 8, 196608) + words)
    head = connection.recv(9)
    return 'DATABASE OPEN' if head[:1] == b'R' and head[5:9] == b'\\0\\0\\0\\0' else repr(head)

ports = set()
for file in glob.glob('/proc/[0-9]*/cmdline'):
    try:
        words = open(file, 'rb').read().split(b'\\0')
    except OSError:
        continue
    if any(word.startswith(b'${dataDir}') for word in words) and b'-p' in words:
        ports.add(int(words[words.index(b'-p') + 1]))
for port in ports:
    try:
        print('tcp', port, answer_of(socket.create_connection(('127.0.0.1', port), 5)))
    except OSError as error:
        print('tcp', port, error)
for line in open('/proc/net/unix'):
    path = line.split()[-1]
    if '.s.PGSQL.' in path and path.startswith('${dataDir}'):
        try:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(path)
            print(path, answer_of(connection), 'DATABASE OPEN')
        except OSError as error:
            print(path, error)
try:
    os.close(os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY))
    print('CORE PATTERN WRITABLE')
except OSError as error:
    print(error)
for change in (lambda: os.setuid(0), lambda: os.chown('${dataDir}', os.getuid(), -1), lambda: os.listdir('${dataDir}')):
    try:
        change()
        print('ESCAPED')
    except OSError as error:
        print(error)
print('== end')
`;

/** Playbook with Ansible's ways to read files, on the runner's own machine. */
export const playbookSpy = ({ dataDir, pids }: SpyTarget): string => `
- hosts: all
  gather_facts: false
  tasks:
${[...secretFiles(dataDir), ...pids.map((pid) => `/proc/${pid}/environ`)]
  .map(
    (file) => `
    - ansible.builtin.slurp: {src: ${file}}
      register: read
      ignore_errors: true
    - ansible.builtin.debug:
        msg: "{{ (read.content | default('')) | b64decode }} {{ read.msg | default('') }}"
    - ansible.builtin.debug:
        msg: "{{ lookup('ansible.builtin.file', '${file}', errors='warn') }}"
      ignore_errors: true`,
  )
  .join('\n')}
    - ansible.builtin.shell: env; ps axeww
    - ansible.builtin.debug: {msg: "== end"}
`;
