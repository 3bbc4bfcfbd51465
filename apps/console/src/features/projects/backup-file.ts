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

/** What is restored: the document of the file under another name, with the passphrase of its secrets. */
export const restoreBody = (file: BackupFile, { name, passphrase }: { name: string; passphrase: string }): object => ({
  ...file,
  meta: { ...metaOf(file), name },
  ...(isSealed(file) && passphrase !== '' && { passphrase }),
});

/** Where in the file a path leads: its section, the name of the entry, and what lies below. */
export function placeIn(
  file: BackupFile,
  [section = '', index, ...rest]: readonly (string | number)[],
): { section: string; name: string; rest: string } {
  const entry: unknown =
    typeof index === 'number' ? Reflect.get(Object(own(file, String(section)) ?? []), index) : null;
  const named = (member: string): unknown => Reflect.get(Object(entry ?? {}), member);
  const name = [named('name'), named('title'), named('username')].find((each) => typeof each === 'string');
  return {
    section: String(section),
    name: typeof name === 'string' ? name : '',
    rest: (typeof index === 'string' ? [index, ...rest] : rest).join('.'),
  };
}
