import { closeSync, constants, fstatSync, openSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A part of what an attempt sees, and where it lies in the view of this process. Nobody but root can replace `real` itself. */
export interface Root {
  seen: string;
  real: string;
}

/** The way to a file, held open: what is done through `via` happens to this directory, whatever becomes of its path. */
export interface Located {
  /** Path without links, as the attempt sees it. */
  path: string;
  /** Path of the file for this process, through the open directory; the root itself has no other. */
  via: string;
  /** File at the path; `null` = none. A link is given only where it was not to be followed. */
  stat: Stats | null;
}

/** The path leads out of all roots. */
export class PathOutside extends Error {
  constructor(readonly path: string) {
    super(`${path} is not among the files of the attempt`);
  }
}

/** open(2) of Linux: a handle that neither reads nor waits, and may be one of a link. */
const O_PATH = 0o10000000;
const HANDLE = O_PATH | constants.O_NOFOLLOW;
/** As many as the kernel follows (path_resolution(7)). */
const MOST_LINKS = 40;
const MOST_PARTS = 4_096;

interface Step {
  descriptor: number;
  path: string;
}

/**
 * Goes a path part by part from one of the roots, with every directory on the way held open and no link followed by the kernel: what
 * a link names is looked up in the roots again. So a process that changes the way meanwhile leads nowhere but to what is
 * below a root.
 * @param isFollowed whether a link at the end is followed
 * @param use is called while the way is open
 * @throws PathOutside
 */
export function locate<T>(
  roots: readonly Root[],
  path: string,
  isFollowed: boolean,
  use: (found: Located) => T,
): T | null {
  const way = new Way(roots);
  try {
    const found = way.go(path, isFollowed);
    return found && use(found);
  } finally {
    way.close();
  }
}

class Way {
  private steps: Step[] = [];
  private links = 0;

  constructor(private readonly roots: readonly Root[]) {}

  /** @returns `null` when a directory on the way is missing */
  go(path: string, isFollowed: boolean): Located | null {
    const left = this.begin(path);
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const next = this.enter(name, left, isFollowed);
      if (next !== 'on') {
        return next;
      }
    }
    const { descriptor, path: at } = this.top;
    return { path: at, via: viaOf(descriptor), stat: fstatSync(descriptor) };
  }

  close(): void {
    this.steps.splice(0).forEach(({ descriptor }) => closeSync(descriptor));
  }

  private get top(): Step {
    const top = this.steps.at(-1);
    if (!top) {
      throw new Error('the way has not begun');
    }
    return top;
  }

  /** Starts at the root that holds the path. @returns the parts that are left */
  private begin(path: string): string[] {
    const root = this.roots
      .filter(({ seen }) => path === seen || path.startsWith(seen + sep))
      .reduce<Root | null>((best, each) => (best && best.seen.length >= each.seen.length ? best : each), null);
    if (!root) {
      throw new PathOutside(path);
    }
    this.close();
    this.steps.push({ descriptor: openSync(root.real, HANDLE), path: root.seen });
    const parts = path.slice(root.seen.length).split(sep);
    if (parts.length > MOST_PARTS) {
      throw new PathOutside(path.slice(0, MOST_PARTS));
    }
    return parts;
  }

  private enter(name: string, left: string[], isFollowed: boolean): Located | null | 'on' {
    if (name === '' || name === '.') {
      return 'on';
    }
    const isLast = left.every((part) => part === '' || part === '.');
    const { descriptor, path } = this.top;
    if (name === '..') {
      return this.goUp(left);
    }
    const [here, via] = [join(path, name), join(viaOf(descriptor), name)];
    if (this.roots.some(({ seen }) => seen === here)) {
      return this.restart([here, ...left].join(sep), left);
    }
    const next = openOrNull(via);
    if (next === null) {
      return isLast ? { path: here, via, stat: null } : null;
    }
    this.steps.push({ descriptor: next, path: here });
    const stat = fstatSync(next);
    if (stat.isSymbolicLink() && (!isLast || isFollowed)) {
      return this.follow(path, via, left);
    }
    if (isLast) {
      return { path: here, via, stat };
    }
    return stat.isDirectory() ? 'on' : null;
  }

  private goUp(left: string[]): 'on' {
    const leaving = this.steps.length > 1 ? this.steps.pop() : undefined;
    if (leaving) {
      closeSync(leaving.descriptor);
      return 'on';
    }
    return this.restart([dirname(this.top.path), ...left].join(sep), left);
  }

  /** @param base directory in which the link lies */
  private follow(base: string, via: string, left: string[]): 'on' {
    this.links += 1;
    const target = this.links > MOST_LINKS ? null : readlinkSync(via);
    if (target === null) {
      throw Object.assign(new Error('ELOOP: too many links'), { code: 'ELOOP' });
    }
    const whole = target.startsWith(sep) ? target : [base, target].join(sep);
    return this.restart([whole, ...left].join(sep), left);
  }

  private restart(path: string, left: string[]): 'on' {
    left.splice(0, left.length, ...this.begin(path));
    return 'on';
  }
}

export const viaOf = (descriptor: number): string => `/proc/self/fd/${descriptor}`;

function openOrNull(path: string): number | null {
  try {
    return openSync(path, HANDLE);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') {
      return null;
    }
    throw error;
  }
}
