import { LeaseLostError } from '../errors.js';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Engine } from '../ports.js';
import { type Executor, row, rows } from '../statements/sql.js';
import { endCheck, stopReplaced } from './commit-check.js';
import type { EndingListing, ListingReport, ListingResult } from './listing-report.js';

/**
 * Takes what a runner found. The check of a schedule starts its task in the same transaction, so that the commit is kept
 * only with the task.
 * @param zone IANA zone of schedules that name none
 * @throws LeaseLostError when the listing is not the runner's, or not any more
 */
export async function endListing(
  engine: Engine,
  runnerId: number,
  { id, lease, ...result }: ListingReport,
  zone: string,
): Promise<void> {
  const held = await row<EndingListing>(engine.dataSource, heldListing, [id, lease, runnerId]);
  if (!held) {
    throw new LeaseLostError();
  }
  await stopReplaced(engine, held, result);
  const ended = await engine.dataSource.transaction(async (manager) => {
    const listing = await row<EndingListing>(manager, `${heldListing} for no key update`, [id, lease, runnerId]);
    if (!listing) {
      throw new LeaseLostError();
    }
    return closeListing(engine, manager, { listing, result, zone });
  });
  announceListing(engine, ended);
}

/** SQL: the listing, while it is the runner's. */
const heldListing = `
  select id, schedule_id, branch, due from branch_listing
   where id = $1 and lease_id = $2 and runner_id = $3 and ended is null`;

interface Closing {
  listing: EndingListing;
  result: ListingResult;
  zone: string;
}

/** A listing that has ended. */
interface EndedListing {
  /** People wait for it. */
  isWanted: boolean;
  /** Tasks that it started. */
  started: UpdateRow[];
}

/** Ends a listing whose row is held. */
export async function closeListing(
  engine: Engine,
  on: Executor,
  { listing, result, zone }: Closing,
): Promise<EndedListing> {
  if (listing.schedule_id === null) {
    await rows(
      on,
      `update branch_listing set ended = now(), branches = $2, is_cut = $3, problem = $4, lease_id = null where id = $1`,
      [listing.id, JSON.stringify(result.branches), result.is_cut, result.problem && JSON.stringify(result.problem)],
    );
    return { isWanted: true, started: [] };
  }
  const started = await endCheck(engine, on, { ...listing, schedule_id: listing.schedule_id }, { result, zone });
  await rows(on, 'delete from branch_listing where id = $1', [listing.id]);
  return { isWanted: false, started };
}

/** To be called after the commit. */
export function announceListing(engine: Engine, { isWanted, started }: EndedListing): void {
  announceTasks(engine, started);
  if (isWanted) {
    engine.signals.listingsEnded();
  }
  if (started.length > 0) {
    engine.signals.dispatchNeeded('new commit');
  }
}
