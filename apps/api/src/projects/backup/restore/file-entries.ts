import { BACKUP_SECTIONS, type BackupDocument, type BackupSection, own } from '@switchyard/contracts';
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
  lists.set('schedules', [...(lists.get('schedules') ?? []), ...templates.flatMap(scheduleOf)]);
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

/** Until 2.11 a template carried its schedule. */
function scheduleOf({ path, entry }: FileEntry): FileEntry[] {
  const cron = own(entry, 'cron');
  return typeof cron === 'string' && cron.trim() !== ''
    ? [{ path: [...path, 'cron'], entry: { template: own(entry, 'name'), cron_format: cron, active: true } }]
    : [];
}

/** One key for the vault is of the oldest versions, several environments of the newest. */
function presentTemplate({ path, entry }: FileEntry, findings: Findings): FileEntry {
  const key = own(entry, 'vault_key');
  const environments = own(entry, 'environments');
  const [first, second] = Array.isArray(environments) ? (environments as unknown[]) : [];
  if (second !== undefined) {
    findings.note([...path, 'environments'], 'restore_more_environments');
  }
  return {
    path,
    entry: {
      ...entry,
      ...(typeof key === 'string' && key !== '' && !own(entry, 'vaults') && { vaults: [{ vault_key: key }] }),
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
