import { DatabaseLoad, unknownMigrations } from '@switchyard/database';
import { settleRestored } from '@switchyard/engine';
import { blobStoresOn } from '@switchyard/infrastructure';
import { newBlobStore } from '@switchyard/server';
import { openWithin, waitSeconds } from '../database-wait.js';
import { UsageError } from '../terminal.js';
import { ArchiveFile } from './archive/archive-file.js';
import { BackupFileError } from './archive/backup-file-error.js';
import type { ArchiveEnd, EntryHead, Keys, Manifest } from './archive/entries.js';
import { explained } from './faults.js';
import { type InstallationContext, interruptible, requireFile } from './installation-context.js';
import { contentOf, Progress } from './progress.js';
import { RestoredContent } from './restored-content.js';
import { type MissingKeys, missingKeys, putKeys } from './server-keys.js';

/**
 * Fills an empty server from a backup. The file is checked as a whole before anything is written; the database gets all of
 * it in one transaction, so that a restore that fails leaves the server empty.
 */
export async function restore(context: InstallationContext): Promise<void> {
  const { file, passphrase } = requireFile(context);
  try {
    await interruptible(async (signal) => {
      const archive = await ArchiveFile.open(file, passphrase);
      context.terminal.complain(`Checking ${file}`);
      await fill(context, archive, await examine(archive, signal), signal);
    });
  } catch (error) {
    throw explained(error, file);
  }
}

/** Summary of the file, read before anything is written. */
interface Examined {
  manifest: Manifest;
  keys: Keys;
  end: ArchiveEnd;
}

/** @throws BackupFileError, UsageError when a newer version wrote it */
async function examine(archive: ArchiveFile, signal: AbortSignal): Promise<Examined> {
  const heads: EntryHead[] = [];
  const end = await archive.read((head) => {
    if (head.entry === 'manifest' || head.entry === 'keys') {
      heads.push(head);
    }
    return Promise.resolve();
  }, signal);
  const [manifest, keys] = heads;
  if (heads.length !== 2 || manifest?.entry !== 'manifest' || keys?.entry !== 'keys') {
    throw new BackupFileError('The backup has no manifest or no keys');
  }
  const unknown = unknownMigrations(manifest.migrations);
  if (unknown.length > 0) {
    throw new UsageError(
      `The backup was made by a newer version (its database has ${unknown.join(', ')}): restore it with that version`,
    );
  }
  return { manifest, keys, end };
}

async function fill(
  context: InstallationContext,
  archive: ArchiveFile,
  { manifest, keys, end }: Examined,
  signal: AbortSignal,
): Promise<void> {
  const { config, options, terminal } = context;
  const missing = await missingKeys(config, keys);
  const load = await openWithin(waitSeconds(options.wait), () =>
    DatabaseLoad.begin(config.SWITCHYARD_DATABASE_URL, manifest.migrations),
  );
  try {
    const stores = blobStoresOn(config, load.manager);
    const settled = await withKeys(context, missing, async () => {
      const blobs = await newBlobStore(stores);
      const content = new RestoredContent(load, blobs, new Progress(terminal, 'Restoring'));
      return content.orNothing(async () => {
        await archive.read((head, data) => content.take(head, data), signal);
        await content.finish(end);
        await stores.book.replace(blobs.identity, blobs.tokens);
        return settleRestored(load.manager, config.SWITCHYARD_SCHEDULE_TIMEZONE);
      });
    });
    // When this fails nobody knows whether it took effect, so that keys and blobs stay.
    await load.commit();
    terminal.print(`Restored what the server held at ${manifest.created}: ${contentOf(end)}`);
    terminal.print(
      `Ended, because it was under way then: ${settled.tasks} tasks, ${settled.deliveries} deliveries; ${settled.missed} schedules missed their time. Everybody signs in again.`,
    );
  } finally {
    await load.close();
  }
}

/** The keys are here before the database is: a database without its keys opens for nobody. */
async function withKeys<T>({ config }: InstallationContext, missing: MissingKeys, work: () => Promise<T>): Promise<T> {
  const takeAway = await putKeys(config, missing);
  try {
    return await work();
  } catch (error) {
    await takeAway();
    throw error;
  }
}
