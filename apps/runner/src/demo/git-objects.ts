import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { AttemptFiles } from '../files/attempt-files.js';

/** Contents by path; a path has `/` between its parts. */
export type Files = Readonly<Record<string, string>>;

/** A commit with all objects that it consists of. */
export interface BuiltCommit {
  hash: string;
  /** Content of each object file by its path below `objects`. */
  objects: ReadonlyMap<string, Buffer>;
}

interface Signed {
  /** `Name <address>`. */
  author: string;
  /** Seconds since 1970, in UTC. */
  time: number;
  message: string;
}

interface Entry {
  mode: string;
  name: string;
  hash: string;
}

/**
 * Builds a commit without parents and its trees and files as git stores them (git-hash-object(1), gitrepository-layout(5)).
 * The same files, author, time and message give the same hash everywhere. Files that end in `.sh` are executable.
 */
export function buildCommit(files: Files, { author, time, message }: Signed): BuiltCommit {
  const objects = new Map<string, Buffer>();
  const store = (type: string, content: Buffer): string => {
    const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const hash = createHash('sha1').update(object).digest('hex');
    objects.set(join(hash.slice(0, 2), hash.slice(2)), deflateSync(object));
    return hash;
  };
  const tree = storeTree(Object.entries(files), store);
  const signature = `${author} ${time} +0000`;
  const hash = store(
    'commit',
    Buffer.from(`tree ${tree}\nauthor ${signature}\ncommitter ${signature}\n\n${message}\n`),
  );
  return { hash, objects };
}

/** Writes the objects below a directory that becomes a repository, or that others borrow from. */
export async function writeObjects(files: AttemptFiles, dir: string, { objects }: BuiltCommit): Promise<void> {
  for (const [path, content] of objects) {
    const file = join(dir, 'objects', path);
    await files.makeDirectory(dirname(file));
    await files.write(file, content);
  }
}

type Store = (type: string, content: Buffer) => string;

function storeTree(files: readonly [string, string][], store: Store): string {
  const below = new Map<string, [string, string][]>();
  const entries: Entry[] = [];
  for (const [path, content] of files) {
    const slash = path.indexOf('/');
    const name = slash < 0 ? path : path.slice(0, slash);
    if (slash < 0) {
      const mode = name.endsWith('.sh') ? '100755' : '100644';
      entries.push({ mode, name, hash: store('blob', Buffer.from(content)) });
    } else {
      below.set(name, [...(below.get(name) ?? []), [path.slice(slash + 1), content]]);
    }
  }
  below.forEach((inside, name) => entries.push({ mode: '40000', name, hash: storeTree(inside, store) }));
  return store('tree', Buffer.concat(entries.sort(byTreeOrder).map(encode)));
}

/** git sorts a directory as if its name ended in a slash. */
const sortName = ({ mode, name }: Entry): string => (mode === '40000' ? `${name}/` : name);
const byTreeOrder = (one: Entry, other: Entry): number => (sortName(one) < sortName(other) ? -1 : 1);

const encode = ({ mode, name, hash }: Entry): Buffer =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(hash, 'hex')]);
