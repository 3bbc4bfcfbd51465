import { own } from '@switchyard/contracts';

/** A backup as it was chosen. */
export type BackupFile = Readonly<Record<string, unknown>>;

/** The file's JSON object; `null` = it is none. */
export async function readBackup(file: Blob): Promise<BackupFile | null> {
  try {
    const value: unknown = JSON.parse(await file.text());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as BackupFile) : null;
  } catch {
    return null;
  }
}

const metaOf = (file: BackupFile): object => Object(own(file, 'meta') ?? {}) as object;

/** The name of the project that the file was made of. */
export function nameIn(file: BackupFile): string {
  const name: unknown = Reflect.get(metaOf(file), 'name');
  return typeof name === 'string' ? name : '';
}

/** Whether it holds secrets that a passphrase opens. */
export const isSealed = (file: BackupFile): boolean => typeof own(file, 'sealed') === 'object';

/** Body of a restore: the document of the file under another name, with the passphrase of its secrets. */
export const restoreBody = (file: BackupFile, { name, passphrase }: { name: string; passphrase: string }): object => ({
  ...file,
  meta: { ...metaOf(file), name },
  ...(isSealed(file) && passphrase !== '' && { passphrase }),
});

const namedIn = (entry: unknown): string | null => {
  const member = (name: string): unknown => Reflect.get(Object(entry ?? {}) as object, name);
  const name = [member('name'), member('title'), member('username')].find((each) => typeof each === 'string');
  return typeof name === 'string' ? name : null;
};

/** The members below an entry, an entry of a list by its name where it has one. */
function wordsBelow(entry: unknown, path: readonly (string | number)[]): string[] {
  const [part, ...more] = path;
  if (part === undefined) {
    return [];
  }
  const below: unknown = Reflect.get(Object(entry ?? {}) as object, part);
  return [(typeof part === 'number' ? namedIn(below) : null) ?? String(part), ...wordsBelow(below, more)];
}

/** Where in the file a path leads: its section, the name of the entry, and what lies below. */
export function placeIn(
  file: BackupFile,
  [section = '', index, ...rest]: readonly (string | number)[],
): { section: string; name: string; rest: string } {
  const list: unknown = own(file, String(section));
  const entry: unknown = typeof index === 'number' ? Reflect.get(Object(list ?? []) as object, index) : null;
  return {
    section: section === 'integration_aliases' ? 'integrations' : String(section),
    name: namedIn(entry) ?? '',
    rest: (typeof index === 'string' ? [index, ...rest.map(String)] : wordsBelow(entry, rest)).join('.'),
  };
}
