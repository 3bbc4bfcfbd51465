import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { imageCacheDirectory } from '../paths.mjs';
import { run } from '../run.mjs';

/**
 * File system of a stage: layers over this machine's own, which stands for the base image. Must be used in a mount
 * namespace of its own, whose end takes the mounts away. What a base image does not have is hidden.
 */
export class StageRoot {
  /**
   * @param {string} directory for the layer and the mounts
   */
  constructor(directory) {
    this.directory = directory;
    this.layer = path.join(directory, 'layer');
    /** Where the whole file system stands. */
    this.path = path.join(directory, 'merged');
  }

  /**
   * @param {string} directory
   * @param {StageRoot | null} below its layer is copied, since the kernel refuses layers that lie within each other
   */
  static async create(directory, below) {
    const root = new StageRoot(directory);
    const work = path.join(directory, 'work');
    await Promise.all([root.layer, root.path, work].map((each) => mkdir(each, { recursive: true })));
    if (below) {
      await run('cp', ['-a', `${below.layer}/.`, root.layer]);
    }
    const options = `lowerdir=/,upperdir=${root.layer},workdir=${work}`;
    await run('mount', ['-t', 'overlay', 'overlay', '-o', options, root.path]);
    await root.hide();
    await run('mount', ['--rbind', '/dev', root.at('/dev')]);
    await run('mount', ['-t', 'proc', 'proc', root.at('/proc')]);
    return root;
  }

  /** @param {string} inside absolute path in the stage */
  at(inside) {
    return path.join(this.path, inside);
  }

  /** Puts empty directories over the places where this machine keeps its users' files, the checkout among them. */
  async hide() {
    const checkout = `/${import.meta.dirname.split(path.sep)[1]}`;
    for (const place of new Set(['/root', '/home', '/tmp', checkout])) {
      if (existsSync(place)) {
        const empty = path.join(this.directory, 'hidden', place);
        await mkdir(empty, { recursive: true, mode: place === '/tmp' ? 0o1777 : 0o755 });
        await run('chmod', [place === '/tmp' ? '1777' : '755', empty]);
        await run('mount', ['--bind', empty, this.at(place)]);
      }
    }
  }

  /**
   * Lays a directory that outlives the build over a place of the stage.
   * @param {string} target
   */
  async mountCache(target) {
    const kept = path.join(imageCacheDirectory, target);
    await Promise.all([kept, this.at(target)].map((each) => mkdir(each, { recursive: true })));
    await run('mount', ['--bind', kept, this.at(target)]);
  }

  /** @param {string} target */
  async unmount(target) {
    await run('umount', [this.at(target)]);
  }

  /**
   * Starts a command in the stage.
   * @param {readonly string[]} words
   * @param {{ env: Record<string, string>, user: string, directory: string }} options
   * @returns {import('node:child_process').ChildProcess}
   */
  spawn(words, { env, user, directory }) {
    const identity = user === '0' ? [] : [`--userspec=${user}`];
    const script = 'cd "$0" && exec "$@"';
    return spawn('chroot', [...identity, this.path, '/bin/sh', '-c', script, directory, ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
