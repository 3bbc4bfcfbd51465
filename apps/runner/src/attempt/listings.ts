import { anySignal } from '@switchyard/concurrency';
import {
  type BranchListing,
  type Job,
  LISTING_SECONDS,
  type ListingRequest,
  type Problem,
  problem,
  repositorySecrets,
  type SealedListing,
  sentProblem,
  withoutCredentials,
} from '@switchyard/contracts';
import { SecretMasker } from '@switchyard/masking';
import type { BranchList, ExecutionResult, LocalRules } from './attempt-context.js';
import { type PlacelessContext, silentContext } from './silent-context.js';
import { problemOf } from '../attempt-failure.js';
import type { GatewayClient } from '../gateway/gateway-client.js';
import { openListing } from '../gateway/open-job.js';
import { retrying } from '../gateway/retrying.js';
import type { RunnerLog } from '../runner-log.js';

export interface ListingParts {
  gateway: GatewayClient;
  log: RunnerLog;
  localRules: () => LocalRules;
  /** Most that run at once. */
  most: number;
  /** @param files the files of the project are wanted, too */
  listBranches: (context: PlacelessContext, files: BranchListing['files']) => Promise<ExecutionResult>;
}

const NOTHING: BranchList = { branches: [], isCut: false };

/** Lists branches of repositories, beside the attempts of this runner. */
export class Listings {
  /** By their leases. */
  private readonly running = new Set<string>();
  private readonly closing = new AbortController();

  constructor(private readonly parts: ListingParts) {}

  /** How many more may come. */
  get room(): number {
    return this.closing.signal.aborted ? 0 : this.parts.most - this.running.size;
  }

  /** Begins those that are new. True when there was one. */
  take(listings: readonly SealedListing[]): boolean {
    const fresh = listings.filter(({ lease }) => !this.running.has(lease));
    fresh.forEach((listing) => void this.begin(listing));
    return fresh.length > 0;
  }

  /** Ends those that run; they are made by another runner, or again. */
  close(): void {
    this.closing.abort('kill');
  }

  /** Each report may bring the next one. */
  private async begin(first: SealedListing): Promise<void> {
    for (let listing: SealedListing | null = first; listing && !this.running.has(listing.lease);) {
      const { id, lease }: SealedListing = listing;
      this.running.add(lease);
      listing = await this.work(listing).catch((error: unknown) => {
        this.parts.log.warn('listing of branches not reported', { listing: id, error: String(error) });
        return null;
      });
      this.running.delete(lease);
    }
  }

  private async work(sealed: SealedListing): Promise<SealedListing | null> {
    const { gateway } = this.parts;
    const { signal } = this.closing;
    const report = await this.reportOf(sealed);
    if (signal.aborted) {
      return null;
    }
    const { next } = await retrying(() => gateway.listing(report), { connection: gateway.connection, signal });
    return next;
  }

  private async reportOf(sealed: SealedListing): Promise<ListingRequest> {
    const found: { list: BranchList; secrets: string[] } = { list: NOTHING, secrets: [] };
    const why = await this.list(sealed, found).catch((error: unknown) => problemOf(error));
    const masker = new SecretMasker(found.secrets);
    const { branches, isCut, files } = why === null ? found.list : NOTHING;
    return {
      id: sealed.id,
      lease: sealed.lease,
      branches: [...branches],
      is_cut: isCut,
      problem: why && sentProblem(why, (text) => masker.maskText(text)),
      ...(files && { files }),
    };
  }

  /** @returns why it failed, null = it did not */
  private async list(sealed: SealedListing, found: { list: BranchList; secrets: string[] }): Promise<Problem | null> {
    const listing = openListing(sealed, this.parts.gateway.jobKey);
    found.secrets = repositorySecrets(listing.repository);
    const late = AbortSignal.timeout(LISTING_SECONDS * 1000);
    const context: PlacelessContext = {
      ...silentContext({ job: jobOf(sealed, listing), localRules: this.parts.localRules() }),
      stop: anySignal([this.closing.signal, late]),
      reportBranches: (list) => {
        found.list = list;
        return Promise.resolve();
      },
    };
    const { reason } = await this.parts
      .listBranches(context, listing.files)
      .catch((error: unknown) => ({ reason: problemOf(error) }));
    const url = withoutCredentials(listing.repository.url);
    return late.aborted ? problem('listing_time_limit', { url, seconds: LISTING_SECONDS }) : reason;
  }
}

/** A job with nothing but the repository. */
function jobOf({ id }: SealedListing, { project_id, repository }: BranchListing): Job {
  const rule = { declared: [], patterns: [], any: false, trusted: false };
  return {
    task_id: id,
    project_id,
    template_id: id,
    template_name: '',
    app: '',
    playbook: '',
    repository: { ...repository, commit: null },
    inventory: null,
    planning: null,
    time_limit_seconds: null,
    command: { path: '', args: [] },
    arguments: [],
    task_arguments: [],
    vaults: [],
    params: { limit: [], tags: [], skip_tags: [], verbosity: 0, diff: false, check: false },
    launch: { names: [], rule },
    variables: {},
    secret_variables: {},
    env: {},
    secret_env: {},
    details: {},
  };
}
