import type { ListedBranch, SentProblem } from '@switchyard/contracts';
import type { BranchListing, RowOf } from '@switchyard/database';

/** Report of a runner about a listing. */
export interface ListingReport {
  id: number;
  lease: string;
  branches: readonly ListedBranch[];
  is_cut: boolean;
  /** Why it failed; null = it did not. */
  problem: SentProblem | null;
}

/** Columns of a listing that its end needs. */
export type EndingListing = Pick<RowOf<BranchListing>, 'id' | 'schedule_id' | 'branch' | 'due'>;

/** Result of a listing. */
export type ListingResult = Pick<ListingReport, 'branches' | 'is_cut' | 'problem'>;
