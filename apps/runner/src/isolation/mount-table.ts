import { join, relative, sep } from 'node:path';
import type { Bind } from '../process/place.js';

/** A line of a table of mounts (fstab(5)). */
export interface Mount {
  source: string;
  target: string;
  type: string;
  options: string;
}

/** Files that one attempt is to see. All paths are absolute and without links. */
export interface SandboxView {
  work: string;
  /** Directory of the sandbox, in the work directory. */
  dir: string;
  /** Mounts below the work directory; each comes after those that it lies in. */
  binds: readonly Bind[];
  /** Entries of the machine's temporary directories that are seen, such as `/tmp/name`. */
  shown: readonly string[];
  /** Directories that are there and must not be seen into. */
  hidden: readonly string[];
  /** Places for a new file system, of those that the machine has. */
  fresh: readonly string[];
}

export interface SandboxLayout {
  /** Empty directories that have to be there first; those above them are made likewise. */
  directories: string[];
  mounts: Mount[];
}

/** Directories that every user of the machine may write to. */
export const TEMPORARY = ['/tmp', '/var/tmp'] as const;
/** Where an attempt sees the directory of its sockets. */
export const SOCKETS = '/tmp/switchyard-sockets';

/** Names what makes the mounts, so that none counts as there already (mount(8), `--all`). */
const NONE = 'switchyard';
const SEALED = 'nosuid,nodev';
const FRESH: ReadonlyMap<string, Pick<Mount, 'type' | 'options'>> = new Map([
  ['/dev/mqueue', { type: 'mqueue', options: `${SEALED},noexec` }],
]);
const USUAL = { type: 'tmpfs', options: `mode=1777,${SEALED}` };

/** A directory of the sandbox that takes the place of one of the machine. */
interface Cover {
  stage: string;
  target: string;
}

/**
 * The mounts of a sandbox, in their order. Mounts inside a directory that gets covered itself are put together in its stage first, so
 * that the stage brings it along; what holds the work directory, and with it all stages, is covered last.
 */
export function sandboxLayout(view: SandboxView): SandboxLayout {
  const { work, dir, binds, shown, fresh } = view;
  const staged = binds.map((each) => ({ ...each, seen: join(dir, 'view', relative(work, each.seen)) }));
  const covers = allCovers(view);
  const placed = covers.map((cover) => ({ ...cover, at: placeOf(cover, covers) }));
  const entries = [...shown.map((path) => bind(path, join(dir, path))), bind(join(dir, 'sockets'), join(dir, SOCKETS))];
  return {
    directories: [
      ...binds.map((each, i) => within(each.seen, binds.slice(0, i)) ?? staged[i]?.seen ?? ''),
      ...entries.map(({ target }) => target),
      ...placed.flatMap(({ stage, at, target }) => (at === target ? [stage] : [stage, at])),
    ],
    mounts: [
      ...staged.map(({ source, seen, isReadOnly }) => bind(source, seen, isReadOnly ? 'bind,ro' : 'bind')),
      ...entries,
      ...['passwd', 'group'].map((name) => bind(join(dir, name), `/etc/${name}`)),
      ...fresh.map((target) => ({ source: NONE, target, ...(FRESH.get(target) ?? USUAL) })),
      { source: NONE, target: '/proc', type: 'proc', options: `${SEALED},noexec` },
      ...inOrder(placed, work).map(({ stage, at }) => bind(stage, at, 'rbind')),
    ],
  };
}

/** The table as mount(8) reads it. */
export const encodeMounts = (mounts: readonly Mount[]): string =>
  mounts.map(({ source, target, type, options }) => [source, target, type, options].map(escape).join(' ')).join('\n') +
  '\n';

/** Anything but plain characters, byte by byte in octal digits. */
const escape = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w./,=:@+-]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`;
    })
    .join('');

/** The directory behind a path that lies in something which is seen elsewhere; `null` = it does not. */
function within(seen: string, binds: readonly Bind[]): string | null {
  const around = binds.findLast((each) => isWithin(seen, each.seen));
  return around ? join(around.source, relative(around.seen, seen)) : null;
}

const bind = (source: string, target: string, options = 'bind'): Mount => ({ source, target, type: 'none', options });

function allCovers({ work, dir, shown, hidden }: SandboxView): Cover[] {
  const isSeen = (path: string): boolean => {
    const temporary = TEMPORARY.some((each) => isWithin(path, each));
    return !isWithin(path, work) && (!temporary || shown.some((entry) => isWithin(path, entry)));
  };
  const visible = hidden.filter(
    (path) => isSeen(path) && !hidden.some((each) => each !== path && isWithin(path, each)),
  );
  return [
    { stage: join(dir, 'view'), target: work },
    ...TEMPORARY.map((target) => ({ stage: join(dir, target), target })),
    ...[...new Set(visible)].map((target, i) => ({ stage: join(dir, 'covers', String(i)), target })),
  ];
}

/** Where a cover is mounted: in the stage of the innermost other one that holds its target. */
function placeOf({ target }: Cover, covers: readonly Cover[]): string {
  const [around] = covers
    .filter((each) => each.target !== target && isWithin(target, each.target))
    .sort((one, other) => other.target.length - one.target.length);
  return around ? join(around.stage, relative(around.target, target)) : target;
}

function inOrder<T extends Cover & { at: string }>(covers: readonly T[], work: string): T[] {
  const rank = ({ at, target }: T): number => (at !== target ? 0 : isWithin(work, target) ? 2 : 1);
  return [...covers].sort((one, other) => rank(one) - rank(other) || other.target.length - one.target.length);
}

const isWithin = (path: string, dir: string): boolean =>
  path === dir || path.startsWith(dir.endsWith(sep) ? dir : dir + sep);
