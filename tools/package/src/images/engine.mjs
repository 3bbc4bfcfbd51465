import { spawn } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../check/proofs.mjs';
import { run } from '../run.mjs';

/** Where compose finds podman, in a mount namespace. */
export const SOCKET = '/run/podman.sock';

/** Without control groups and systemd, of which a container on this machine would change the machine's own. */
const CONTAINERS_CONF = `
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=20000:20000", "nproc=8192:16384"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "crun"
[network]
network_backend = "netavark"
`;

/** Between two health checks of the containers, which a service manager would schedule. */
const HEALTH_INTERVAL_MS = 2_000;

/** podman with a storage of its own. Must be used in namespaces of their own. */
export class Engine {
  /** @param {string} storage */
  constructor(storage) {
    this.options = ['--root', storage, '--runroot', '/run/podman', '--network-config-dir', '/run/networks'];
    this.env = { ...process.env, CONTAINERS_CONF: '/run/containers.conf', DISABLE_HC_SYSTEMD: 'true' };
  }

  /** Prepares the namespaces: control groups of version 2, an empty `/run`, locks of its own. */
  async prepare() {
    await run('umount', ['--recursive', '/sys/fs/cgroup']);
    await run('mount', ['-t', 'cgroup2', 'cgroup2', '/sys/fs/cgroup']);
    await run('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
    await run('mount', ['-t', 'tmpfs', 'tmpfs', '/dev/shm']);
    await run('ip', ['link', 'set', 'lo', 'up']);
    await mkdir('/run/networks');
    await writeFile('/run/containers.conf', CONTAINERS_CONF);
  }

  /** @param {readonly string[]} args */
  podman(...args) {
    return run('podman', [...this.options, ...args], { env: this.env });
  }

  /** Serves Docker's API, and carries out the health checks of containers, which otherwise systemd does. */
  async serve() {
    spawn('podman', [...this.options, 'system', 'service', '--time', '0', `unix://${SOCKET}`], {
      env: this.env,
      stdio: 'ignore',
    });
    await eventually(() => access(SOCKET), 10_000);
    void this.#checkHealth();
  }

  async #checkHealth() {
    for (;;) {
      const names = (await this.podman('ps', '--format', '{{.Names}}').catch(() => '')).split('\n').filter(Boolean);
      await Promise.all(names.map((name) => this.podman('healthcheck', 'run', name).catch(() => undefined)));
      await pause(HEALTH_INTERVAL_MS, undefined, { ref: false });
    }
  }
}

/**
 * buildah with the storage of an {@link Engine}.
 * @param {string} directory of the check
 * @param {string} cache
 * @param {readonly string[]} args
 */
export function buildah(directory, cache, args) {
  const storage = ['--root', path.join(directory, 'storage'), '--runroot', path.join(directory, 'run')];
  return run('buildah', [...storage, ...args], {
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: cache },
  });
}
