import { fulfilled, settleInTurn, settlePages, taskFinal, throwFailed } from '@switchyard/database';
import { type Executor, row, rows } from '../statements/sql.js';
import { ArchiveAwayError, archiveTask, type Stores } from './archive-log.js';

/** Advisory lock of those who archive; the number means nothing but must be the same in every process. */
const ARCHIVE_LOCK = 727_291;
/** Tasks that are looked up at a time. */
const PAGE = 50;
/** How long one call works, in milliseconds; what is left is for the next. */
const ROUND_MS = 20_000;

/** Counts of the logs that were moved. */
export interface ArchivedLogs {
  tasks: number;
  bytes: number;
}

/**
 * Moves the logs of tasks that ended so many hours ago from the database to the blob store, those that ended first before the others,
 * for a while. One process of the installation does; for another one there is nothing to do. A log that cannot be moved stays
 * where it is and leaves the others alone.
 * @throws AggregateError when the others are done, or at once when the blob store is away
 */
export async function archiveLogs(engine: Stores, hours: number, roundMs = ROUND_MS): Promise<ArchivedLogs> {
  const lock = engine.dataSource.createQueryRunner();
  try {
    const isMine = await row<{ locked: boolean }>(lock, 'select pg_try_advisory_lock($1) as locked', [ARCHIVE_LOCK]);
    if (!isMine?.locked) {
      return { tasks: 0, bytes: 0 };
    }
    try {
      return await archiveRound(engine, hours, performance.now() + roundMs);
    } finally {
      await lock.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK]);
    }
  } finally {
    await lock.release();
  }
}

async function archiveRound(engine: Stores, hours: number, end: number): Promise<ArchivedLogs> {
  let isAway = false;
  const isOver = (): boolean => isAway || performance.now() > end;
  const archive = async ({ id }: { id: number }): Promise<number | undefined> => {
    try {
      return isOver() ? undefined : await archiveTask(engine, id, isOver);
    } catch (error) {
      isAway ||= error instanceof ArchiveAwayError;
      throw error;
    }
  };
  const settled = await settlePages(
    PAGE,
    async (undone) => (isOver() ? [] : findTasks(engine.dataSource, hours, undone)),
    (page) => settleInTurn(page, archive),
  );
  throwFailed('archiving logs', settled);
  const moved = fulfilled(settled);
  return { tasks: moved.length, bytes: moved.reduce((sum, bytes) => sum + bytes, 0) };
}

const findTasks = (on: Executor, hours: number, without: readonly number[]): Promise<{ id: number }[]> =>
  rows<{ id: number }>(
    on,
    `select id from task
      where ended < now() - make_interval(hours => $1) and log_archived is null and ${taskFinal()} and id <> all($2::int[])
      order by ended limit ${PAGE}`,
    [hours, without],
  );
