import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe } from '@jest/globals';
import { ContainerEngine, type ContainerRules } from '../process/containers/container-engine.js';
import { firstInstalled } from '../executors/find-tool.js';
import { NO_LIMITS } from '../process/containers/container-arguments.js';
import type { TestArea } from './recorded-attempt.js';

/** Programs of this machine that the smallest image holds. */
export const PROGRAMS = ['/bin/bash', '/bin/cat', '/bin/sleep', '/usr/bin/id'];
export const TEST_IMAGE = 'localhost/switchyard-test/tools:1.0';

/** Where images say that their programs are. */
const IMAGE_PATH = '/opt/tools:/usr/local/bin:/usr/bin:/bin';

/** Content of an image: paths of this machine, and texts of further programs by their paths. */
interface ImageContent {
  programs: readonly string[];
  directories?: readonly string[];
  files?: Readonly<Record<string, string>>;
}

/** Control groups and processes of this machine stay as they are. */
const CONTAINERS_CONF = `
[containers]
cgroups = "disabled"
netns = "host"
default_ulimits = ["nofile=20000:20000", "nproc=8192:16384"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

const PREPARED = [
  'umount --recursive /sys/fs/cgroup',
  'mount -t cgroup2 cgroup2 /sys/fs/cgroup',
  'mount -t tmpfs tmpfs /run',
  'mount -t tmpfs tmpfs /dev/shm',
  'echo ready',
  'exec cat',
];

/** Containers take their time: what needs a real engine is left out but by `npm run check:containers`. */
export const describeWithPodman = process.env.SWITCHYARD_CHECK_CONTAINERS === '1' ? describe : describe.skip;

/** A real podman with a store of its own, in mounts of its own, and an image that buildah has made of programs of this machine. */
export class TestEngine {
  private constructor(
    private readonly area: TestArea,
    readonly file: string,
    private readonly close: () => void,
  ) {}

  static async start(area: TestArea): Promise<TestEngine> {
    const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', PREPARED.join(' && ')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const file = area.path('bin', 'podman');
    const store = '--root /run/store --runroot /run/containers --storage-driver overlay';
    const enter = `exec nsenter --mount=/proc/${holder.pid}/ns/mnt env CONTAINERS_CONF=${area.path('containers.conf')} CONTAINERS_REGISTRIES_CONF=${area.path('registries.conf')} BUILDAH_ISOLATION=chroot`;
    mkdirSync(dirname(file));
    writeFileSync(area.path('containers.conf'), CONTAINERS_CONF);
    writeFileSync(area.path('registries.conf'), '');
    for (const program of ['podman', 'buildah']) {
      writeFileSync(area.path('bin', program), `#!/bin/sh\n${enter} ${program} ${store} "$@"\n`);
      chmodSync(area.path('bin', program), 0o755);
    }
    const engine = new TestEngine(area, file, () => holder.stdin.end());
    engine.makeImage(TEST_IMAGE, { programs: PROGRAMS });
    return engine;
  }

  /** An engine as a runner with these rules has it. */
  async open(rules: Partial<ContainerRules> = {}): Promise<ContainerEngine> {
    const engine = new ContainerEngine(
      {
        engine: this.file,
        allowedImages: [],
        isRequired: false,
        limits: NO_LIMITS,
        ...rules,
      },
      firstInstalled,
    );
    await engine.probe();
    return engine;
  }

  podman(...args: string[]): string {
    return execFileSync(this.file, args, { encoding: 'utf8' }).trim();
  }

  /** Lets a registry have no certificate. */
  trust(host: string): void {
    writeFileSync(this.area.path('registries.conf'), `[[registry]]\nlocation = "${host}"\ninsecure = true\n`);
  }

  /** Names of all containers, also those that have ended. */
  containers(): string {
    return this.podman('ps', '--all', '--format', '{{.Names}}');
  }

  /** Names of all secrets. */
  secrets(): string {
    return this.podman('secret', 'ls', '--format', '{{.Name}}');
  }

  stop(): void {
    this.close();
  }

  /** Makes an image of programs of this machine with their libraries; its entry point is not to be used. */
  makeImage(image: string, { programs, directories = [], files = {} }: ImageContent): void {
    const root = this.area.path('image', image.replaceAll(/[/:]/g, '-'));
    mkdirSync(join(root, 'tmp'), { recursive: true });
    const bound = [...programs, ...directories.flatMap(sharedObjects)];
    [...programs, ...librariesOf(bound)].forEach((path) => cpSync(path, join(root, path), { dereference: true }));
    directories.forEach((path) => cpSync(path, join(root, path), { recursive: true, verbatimSymlinks: true }));
    for (const [path, text] of Object.entries({ '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n', ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text, { mode: 0o755 });
    }
    const buildah = (...args: string[]): string =>
      execFileSync(this.area.path('bin', 'buildah'), args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim();
    const made = buildah('from', 'scratch');
    buildah('add', made, root, '/');
    buildah('config', '--entrypoint', '["/bin/false"]', '--env', `PATH=${IMAGE_PATH}`, made);
    buildah('commit', '--rm', '--quiet', made, image);
  }
}

const sharedObjects = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.so'))
    .map((name) => join(directory, name));

/** A static program has none. */
const librariesOf = (programs: readonly string[]): string[] => [
  ...new Set(
    programs.flatMap(
      (program) => spawnSync('ldd', [program], { encoding: 'utf8' }).stdout.match(/\/\S+(?= \()/g) ?? [],
    ),
  ),
];
