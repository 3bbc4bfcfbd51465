import { problem, sentProblem } from '@switchyard/contracts';
import { settleEach, throwFailed } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';
import { announceListing, closeListing } from './end-listing.js';
import type { EndingListing } from './listing-report.js';
import { LISTING_OPEN, wakeListers } from '../listings/request-listings.js';
import { MOST_TRIES } from '../listings/take-listings.js';
import { removeOldTests } from '../listings/test-repository.js';

/** How long a listing waits for a runner, in seconds. */
const PATIENCE_SECONDS = 90;
/** Most listings that one sweep gives up. */
const BATCH = 100;

/**
 * Gives up listings that no runner took or ended in time, and wakes runners for the others.
 * @param zone IANA zone of schedules that name none
 * @throws AggregateError for those that could not be given up, when all others are done
 */
export async function sweepListings(engine: Engine, zone: string): Promise<void> {
  await removeOldTests(engine);
  const open = await rows<{ id: number; is_late: boolean }>(engine.dataSource, openListings, [BATCH]);
  const late = open.filter((each) => each.is_late);
  const settled = await settleEach(late, ({ id }) => giveUp(engine, id, zone));
  if (open.length > late.length) {
    await wakeListers(engine);
  }
  throwFailed('listings of branches', settled);
}

const openListings = `
  select l.id, (l.tries >= ${MOST_TRIES} or l.requested < now() - interval '${PATIENCE_SECONDS} s') as is_late
    from branch_listing l where ${LISTING_OPEN} order by l.requested, l.id limit $1`;

async function giveUp(engine: Engine, id: number, zone: string): Promise<void> {
  const ended = await engine.dataSource.transaction(async (manager) => {
    const listing = await row<EndingListing & { tries: number }>(
      manager,
      `select l.id, l.schedule_id, l.branch, l.due, l.tries from branch_listing l
        where l.id = $1 and ${LISTING_OPEN} for no key update skip locked`,
      [id],
    );
    if (!listing) {
      return null;
    }
    const why = sentProblem(problem(listing.tries > 0 ? 'listing_lost' : 'listing_no_runner'));
    return closeListing(engine, manager, { listing, result: { branches: [], is_cut: false, problem: why }, zone });
  });
  if (ended) {
    announceListing(engine, ended);
  }
}
