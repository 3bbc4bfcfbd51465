import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../check/proofs.mjs';
import { root as checkout } from '../paths.mjs';
import { run } from '../run.mjs';

const NAMESPACES = [
  '--mount',
  '--propagation',
  'private',
  '--pid',
  '--fork',
  '--kill-child',
  '--net',
  '--uts',
  '--ipc',
];

/** A control group of this machine, below which everything of a check runs. */
export class ControlGroup {
  constructor() {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, , type]) => type === 'cgroup2');
    this.directory = path.join(mounted?.[1] ?? '/sys/fs/cgroup', `switchyard-check-${process.pid}`);
  }

  create() {
    return mkdir(this.directory);
  }

  /** Removes the group and those below it; their processes must have ended. */
  async remove() {
    const below = readdirSync(this.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const each of [...below.sort().reverse(), this.directory]) {
      await eventually(() => rmdir(each), 5000);
    }
  }
}

/**
 * Boots a root file system by its systemd.
 * @param {string} root
 * @param {ControlGroup} group
 * @returns {Promise<{ pid: number, stop: () => Promise<void> }>} its first process, as this machine counts
 */
export async function boot(root, group) {
  const script = path.join(import.meta.dirname, 'boot.sh');
  const enter = `echo $$ >${group.directory}/cgroup.procs && exec unshare --cgroup "$@"`;
  const child = spawn('sh', ['-c', enter, 'sh', ...NAMESPACES, script, root, checkout], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const pid = await eventually(() => {
    const found = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
    if (!found || !existsSync(`/proc/${found}/root/run/systemd/system`)) {
      throw new Error('systemd does not come up');
    }
    return Number(found);
  }, 30_000);
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  process.once('SIGTERM', () => void stop());
  return { pid, stop };
}

/** A machine that {@link boot} has started, seen from outside. */
export class Machine {
  /**
   * @param {number} pid of its first process
   * @param {string} root
   */
  constructor(pid, root) {
    this.pid = pid;
    this.root = root;
  }

  /**
   * Runs a program there, as root.
   * @param {readonly string[]} command
   */
  run(...command) {
    const options = [
      '--target',
      String(this.pid),
      '--all',
      '--root',
      'env',
      '--chdir=/',
      '-i',
      'HOME=/root',
      'LANG=C.UTF-8',
    ];
    const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    return run('nsenter', [...options, PATH, 'DEBIAN_FRONTEND=noninteractive', ...command], { cwd: '/' });
  }

  /** @param {string} script */
  shell(script) {
    return this.run('bash', '-ec', script);
  }

  /**
   * @param {string} file absolute path there
   * @param {string} text
   */
  write(file, text) {
    return writeFile(path.join(this.root, file), text);
  }

  /**
   * @param {string} unit
   * @param {string} property
   */
  async show(unit, property) {
    return (await this.run('systemctl', 'show', '--value', '--property', property, unit)).trim();
  }
}
