import type { RepositoryDraft } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { LISTING_FITS, LISTING_OPEN } from './request-listings.js';

/** How long a runner may take for a listing, in seconds; it gives the server of the repository half of that. */
const LEASE_SECONDS = 60;
/** Most runners that try one listing. */
export const MOST_TRIES = 3;

/** A listing that a runner has taken, of a stored repository or of a draft. */
export type TakenListing = TakenOf & ListedSource;
type ListedSource = { repository_id: number; draft: null } | { repository_id: null; draft: RepositoryDraft };

interface TakenOf {
  id: number;
  lease: string;
  project_id: number;
  /** `''` = all branches. */
  branch: string;
}

/** Listings for a runner, the oldest first, at most so many. They are its own until their lease is over. */
export function takeListings({ dataSource }: Engine, runnerId: number, most: number): Promise<TakenListing[]> {
  return most === 0 ? Promise.resolve([]) : rows<TakenListing>(dataSource, takeStatement, [runnerId, most]);
}

const takeStatement = `
  with open as (
    select l.id from branch_listing l join runner r on r.id = $1 and r.active and not r.draining
     where ${LISTING_OPEN} and l.tries < ${MOST_TRIES} and ${LISTING_FITS}
     order by l.requested, l.id limit $2 for no key update of l skip locked)
  update branch_listing l
     set runner_id = $1, lease_id = gen_random_uuid(), lease_until = now() + interval '${LEASE_SECONDS} s', tries = l.tries + 1
    from open where l.id = open.id
  returning l.id, l.lease_id as lease, l.project_id, l.repository_id, l.draft, l.branch`;

/** SQL: some listing waits for a runner. */
export const LISTING_WAITS = `exists (select from branch_listing l where ${LISTING_OPEN})`;
