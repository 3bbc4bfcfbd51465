import { basename, join } from 'node:path';
import type { Workspace } from '../attempt/workspace.js';
import { type AttemptFiles, exists } from '../files/attempt-files.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Age at which an installation is removed: longer than a task may read it after it was superseded. */
const KEEP_DAYS = 7;

interface Installation {
  /** Directory of all installations of its kind. */
  cache: string;
  /** Names what is in it. */
  key: string;
}

/**
 * An installation that later attempts use again. Requirements often name no exact version, so it is rebuilt every day.
 * @param install puts it where nothing is yet, from where it is moved
 * @returns where it is, and whether it was there before
 */
export async function keptInstallation(
  { dir, files }: Pick<Workspace, 'dir' | 'files'>,
  { cache, key }: Installation,
  install: (target: string) => Promise<void>,
): Promise<{ path: string; isReused: boolean }> {
  const today = Math.floor(Date.now() / DAY_MS);
  const path = join(cache, `${key}-${today}`);
  if (await exists(files, path)) {
    return { path, isReused: true };
  }
  const fresh = `${path}.${basename(dir)}.new`;
  await install(fresh);
  await removeOld(files, cache, today);
  await keep(files, fresh, path);
  return { path, isReused: false };
}

/** Another attempt may have installed the same meanwhile; then its installation is used. */
const keep = (files: AttemptFiles, fresh: string, kept: string): Promise<void> =>
  files.rename(fresh, kept).catch(() => files.remove(fresh));

/** Their names tell how old they are: the clock of the files may be another one. */
async function removeOld(files: AttemptFiles, dir: string, today: number): Promise<void> {
  for (const { name } of await files.list(dir)) {
    const day = Number(/-(\d+)(?:\.|$)/.exec(name)?.[1] ?? today);
    await (today - day > KEEP_DAYS ? files.remove(join(dir, name)) : undefined);
  }
}
