import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DatabaseSnapshot, unknownMigrations } from '@switchyard/database';
import { blobStoresOn } from '@switchyard/infrastructure';
import { encryptStream, readBlobStore } from '@switchyard/server';
import { openWithin, waitSeconds } from '../database-wait.js';
import { UsageError } from '../terminal.js';
import { PROBE_SETTING } from '../../platform/infrastructure/require-encryption.js';
import { findSetting } from '../../platform/infrastructure/setting.repository.js';
import { ArchiveFile } from './archive/archive-file.js';
import { newArchiveKey } from './archive/archive-key.js';
import { BackupFileError } from './archive/backup-file-error.js';
import type { ArchiveEnd } from './archive/entries.js';
import { BackupContent } from './backup-content.js';
import { explained } from './faults.js';
import { type InstallationContext, interruptible, requireFile } from './installation-context.js';
import { contentOf, Progress, sizeOf } from './progress.js';
import { keysToKeep } from './server-keys.js';
import { writeWhole } from './whole-file.js';

/** Writes database, keys and blobs of the installation into one encrypted file, while it runs, and reads that back. */
export async function backup(context: InstallationContext): Promise<void> {
  const { file } = requireFile(context);
  const begun = performance.now();
  try {
    const content = await interruptible((signal) => writeWhole(file, (draft) => writeDraft(context, draft, signal)));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const { terminal } = context;
    terminal.print(`Backup written and verified: ${file}, ${sizeOf((await stat(file)).size)} in ${seconds} s`);
    terminal.print(contentOf(content.end));
    content.missing.forEach((key) => terminal.complain(`Not in the store, and so not in the backup: blob ${key}`));
  } catch (error) {
    throw explained(error, file);
  }
}

interface Written {
  end: ArchiveEnd;
  missing: readonly string[];
}

async function writeDraft(context: InstallationContext, draft: string, signal: AbortSignal): Promise<Written> {
  const { config, options, terminal } = context;
  const { passphrase } = requireFile(context);
  const snapshot = await openWithin(waitSeconds(options.wait), () =>
    DatabaseSnapshot.open(config.SWITCHYARD_DATABASE_URL),
  );
  try {
    requireKnown(snapshot);
    const probe = { sealed: await findSetting(snapshot, PROBE_SETTING), context: PROBE_SETTING };
    const content = new BackupContent({
      snapshot,
      blobs: await readBlobStore(blobStoresOn(config, snapshot)),
      keys: await keysToKeep(config, probe),
      progress: new Progress(terminal, 'Writing'),
    });
    await encryptInto(draft, passphrase, content, signal);
    const { end, missing } = content;
    await verify(draft, passphrase, end, signal);
    return { end: end as ArchiveEnd, missing };
  } finally {
    await snapshot.close();
  }
}

/** @throws UsageError when a newer version uses the database: what its rows name would not be known */
function requireKnown({ tables, migrations }: DatabaseSnapshot): void {
  if (tables.length === 0) {
    throw new UsageError('There is nothing to back up: the database was never set up');
  }
  if (unknownMigrations(migrations).length > 0) {
    throw new UsageError('The database belongs to a newer version: make the backup with that version');
  }
}

async function encryptInto(
  draft: string,
  passphrase: string,
  content: BackupContent,
  signal: AbortSignal,
): Promise<void> {
  const { header, box, context } = await newArchiveKey(passphrase);
  await pipeline(
    content.frames(),
    createGzip({ level: 1 }),
    async function* (plain) {
      yield header;
      yield* encryptStream(box, context, plain as AsyncIterable<Buffer>);
    },
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  );
}

/** Reads the file back, from its passphrase on. */
async function verify(
  draft: string,
  passphrase: string,
  end: ArchiveEnd | undefined,
  signal: AbortSignal,
): Promise<void> {
  const archive = await ArchiveFile.open(draft, passphrase);
  const read = await archive.read(() => Promise.resolve(), signal);
  if (JSON.stringify(read) !== JSON.stringify(end)) {
    throw new BackupFileError('The file that was written does not hold what was read');
  }
}
