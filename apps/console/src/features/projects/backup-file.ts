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

/** The document of the file under another name. */
export const renamed = (file: BackupFile, name: string): object => ({ ...file, meta: { ...metaOf(file), name } });
