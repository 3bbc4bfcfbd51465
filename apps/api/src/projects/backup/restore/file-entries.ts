import { BACKUP_SECTIONS, type BackupDocument, type BackupSection, gitUrlKind, own } from '@switchyard/contracts';
import type { Findings } from './findings.js';

/** An entry of a list, and where it stands in the file. */
export interface FileEntry {
  path: (string | number)[];
  entry: Readonly<Record<string, unknown>>;
}

export type FileEntries = ReadonlyMap<BackupSection, readonly FileEntry[]>;

/** The entries of a file of ours or of the established product, versions 2.8 to 2.19, in the present form. */
export function entriesOf(document: BackupDocument, findings: Findings): FileEntries {
  const lists = new Map(BACKUP_SECTIONS.map((section) => [section, readList(document, section, findings)]));
  const templates = lists.get('templates') ?? [];
  const watched = watchedNames(lists.get('repositories') ?? []);
  const schedules = templates.flatMap((template) => scheduleOf(template, watched, findings));
  lists.set('schedules', [...(lists.get('schedules') ?? []), ...schedules]);
  lists.set(
    'templates',
    templates.map((template) => presentTemplate(template, findings)),
  );
  lists.set(
    'keys',
    (lists.get('keys') ?? []).filter((key) => isKnownKey(key, findings)),
  );
  return lists;
}

/** The entries but for those with these paths. */
export const without = (entries: FileEntries, paths: ReadonlySet<string>): FileEntries =>
  new Map([...entries].map(([section, list]) => [section, list.filter(({ path }) => !paths.has(path.join('.')))]));

/** Finds the entry in which a path lies. */
export function entryFinder(entries: FileEntries): (path: readonly (string | number)[]) => string | null {
  const paths = new Set([...entries.values()].flat().map(({ path }) => path.join('.')));
  return (path) => {
    // An entry is named by two or three parts.
    const found = [3, 2].map((parts) => path.slice(0, parts).join('.')).find((name) => paths.has(name));
    return found ?? null;
  };
}

function readList(document: BackupDocument, section: BackupSection, findings: Findings): FileEntry[] {
  return (document[section] ?? []).flatMap((entry, index) => {
    const path = [section, index];
    if (isObject(entry)) {
      return [{ path, entry }];
    }
    findings.refuse(path, 'not_object');
    return [];
  });
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of the repositories whose new commits can be looked for. */
const watchedNames = (repositories: readonly FileEntry[]): ReadonlySet<unknown> =>
  new Set(
    repositories
      .filter(({ entry }) => gitUrlKind(String(own(entry, 'git_url'))) !== 'local')
      .map(({ entry }) => own(entry, 'name')),
  );

/** Until 2.11 a template carried its schedule, which started a task when its repository had a new commit. */
function scheduleOf({ path, entry }: FileEntry, watched: ReadonlySet<unknown>, findings: Findings): FileEntry[] {
  const cron = own(entry, 'cron');
  if (typeof cron !== 'string' || cron.trim() === '') {
    return [];
  }
  const at = [...path, 'cron'];
  const repository = own(entry, 'repository');
  const isWatched = watched.has(repository);
  findings.note(at, isWatched ? 'restore_commits' : 'restore_every_time');
  const checkable = isWatched ? { checkable_repository: repository } : {};
  return [{ path: at, entry: { template: own(entry, 'name'), cron_format: cron, active: true, ...checkable } }];
}

/** One key for the vault is of the oldest versions, several environments of the newest. */
function presentTemplate({ path, entry }: FileEntry, findings: Findings): FileEntry {
  const key = own(entry, 'vault_key');
  const environments = own(entry, 'environments');
  const vaults = own(entry, 'vaults');
  const hasVaults = Array.isArray(vaults) ? vaults.length > 0 : Boolean(vaults);
  const [first, second] = Array.isArray(environments) ? (environments as unknown[]) : [];
  if (second !== undefined) {
    findings.note([...path, 'environments'], 'restore_more_environments');
  }
  return {
    path,
    entry: {
      ...entry,
      ...(typeof key === 'string' && key !== '' && !hasVaults && { vaults: [{ vault_key: key }] }),
      ...(first !== undefined && !own(entry, 'environment') && { environment: first }),
    },
  };
}

/** Other types are the values of variables, which belong to no list of ours. */
function isKnownKey({ path, entry }: FileEntry, findings: Findings): boolean {
  const type = own(entry, 'type');
  const isKnown = type !== 'string';
  if (!isKnown) {
    findings.note(path, 'restore_left_out');
  }
  return isKnown;
}
