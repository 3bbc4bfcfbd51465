import { EventEmitter, once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type {
  AppProbes,
  AttemptLease,
  Directions,
  FinishRequest,
  GivenIdTokens,
  HeldAttempt,
  IdTokensRequest,
  PollAnswer,
  PollRequest,
  ProgressRequest,
  ProjectClearing,
  PublishedOutput,
  ReservedJob,
  SealedJob,
} from '@switchyard/contracts';

export interface FakeAttempt {
  lease: string;
  job: SealedJob;
  started: boolean;
  stop: boolean;
  facts: Partial<ProgressRequest>;
  /** Plan the runner has stored, and the one it is given; bytes. */
  plan: { stored: Buffer | null; confirmed: Buffer | null; view: string | null };
  outputs: readonly PublishedOutput[];
  /** Requests for ID tokens, in their order. */
  idTokens: IdTokensRequest[];
  finish: FinishRequest | null;
}

const fresh = () => ({
  started: false,
  stop: false,
  facts: {},
  plan: { stored: null, confirmed: null, view: null },
  outputs: [],
  idTokens: [],
  finish: null,
});

/** The attempts of a control plane in memory: leases and reports. */
export class FakeAttempts {
  private readonly attempts = new Map<number, FakeAttempt>();
  /** Programs the runner shall look for. */
  probes: AppProbes | null = null;
  /** Request to clear the caches. */
  clearCache: string | null = null;
  /** Request to clear the caches of some projects. */
  clearProjects: ProjectClearing | null = null;
  /** Makes every poll bring all jobs again, also those that are over. */
  repeatsJobs = false;
  /** ID tokens that an attempt gets at its next request. */
  givenIdTokens: (request: IdTokensRequest, count: number) => GivenIdTokens = () => ({ tokens: [], seconds: 600 });
  /** Jobs that the runner may prepare. */
  private readonly reserved = new Map<number, ReservedJob>();
  private readonly changes = new EventEmitter().setMaxListeners(0);

  assign({ attempt, lease }: AttemptLease, job: SealedJob): void {
    this.attempts.set(attempt, { lease, job, ...fresh() });
    this.changes.emit('change');
  }

  /** Lets the runner prepare an attempt that is not its own yet. */
  reserve(job: ReservedJob): void {
    this.reserved.set(job.attempt, job);
    this.changes.emit('change');
  }

  /** Ends a reservation without a word to the runner, as an assignment does. */
  takeReserved(attempt: number): ReservedJob {
    const job = this.reserved.get(attempt);
    if (!job) {
      throw new Error(`attempt ${attempt} is not reserved`);
    }
    this.reserved.delete(attempt);
    return job;
  }

  /** The attempt that was reserved may not be prepared any more. */
  unreserve(attempt: number): void {
    this.reserved.delete(attempt);
    this.changes.emit('change');
  }

  get(attempt: number): FakeAttempt {
    const found = this.attempts.get(attempt);
    if (!found) {
      throw new Error(`no attempt ${attempt}`);
    }
    return found;
  }

  orderStop(attempt: number): void {
    this.get(attempt).stop = true;
    this.changes.emit('change');
  }

  fence(attempt: number): void {
    this.get(attempt).lease = '';
    this.changes.emit('change');
  }

  holds({ attempt, lease }: AttemptLease): boolean {
    const found = this.attempts.get(attempt);
    return found !== undefined && found.lease === lease;
  }

  /** Something changed that {@link until} may wait for. */
  touch(): void {
    this.changes.emit('change');
  }

  /** Resolves when `condition` holds; looked at after every change. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      await once(this.changes, 'change');
    }
  }

  /** Resolves with what the runner reported at the end. */
  async finished(attempt: number): Promise<FinishRequest> {
    await this.until(() => this.get(attempt).finish !== null);
    const { finish } = this.get(attempt);
    if (!finish) {
      throw new Error('unreachable');
    }
    return finish;
  }

  change(lease: AttemptLease, apply: (attempt: FakeAttempt) => void): [number, unknown] {
    if (!this.holds(lease)) {
      return [409, { error: 'LEASE_LOST' }];
    }
    apply(this.get(lease.attempt));
    this.changes.emit('change');
    return [200, {}];
  }

  giveIdTokens(request: IdTokensRequest, seal: (json: Buffer) => object): [number, unknown] {
    const answer = this.change(request, ({ idTokens }) => idTokens.push(request));
    if (answer[0] !== 200) {
      return answer;
    }
    const given = this.givenIdTokens(request, this.get(request.attempt).idTokens.length);
    return [200, seal(Buffer.from(JSON.stringify(given)))];
  }

  directions(held: readonly HeldAttempt[]): Directions {
    const isHeld = (each: HeldAttempt): boolean => this.holds(each) && this.get(each.attempt).finish === null;
    const mine = held.filter(isHeld);
    return {
      stale: held.filter((each) => !isHeld(each)).map((each) => each.attempt),
      orders: mine
        .filter((each) => this.get(each.attempt).stop && each.order !== 'stop')
        .map((each) => ({ attempt: each.attempt, order: 'stop' as const })),
    };
  }

  /** Holds the call until there is something for the runner, it disconnects, or the time is over. */
  async poll(request: PollRequest, holdMs: number, connection: IncomingMessage): Promise<PollAnswer> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), holdMs);
    const hungUp = (): void => over.abort();
    connection.socket.once('close', hungUp);
    for (;;) {
      const probes = this.probes?.revision === request.probes_revision ? null : this.probes;
      const clear_cache = this.clearCache === request.cleaned ? null : this.clearCache;
      const clear_projects = this.clearProjects?.request === request.projects_cleaned ? null : this.clearProjects;
      const requests = { probes, clear_cache, clear_projects };
      const directions = this.directions(request.held);
      const { ahead, lapsed } = this.ahead(request);
      const stale = [...directions.stale, ...lapsed];
      const answer = { jobs: this.newJobs(request), ahead, listings: [], ...requests, ...directions, stale };
      if (
        probes ||
        clear_cache ||
        clear_projects ||
        answer.jobs.length + ahead.length + answer.orders.length + answer.stale.length > 0 ||
        over.signal.aborted
      ) {
        clearTimeout(timer);
        connection.socket.off('close', hungUp);
        return answer;
      }
      await once(this.changes, 'change', { signal: over.signal }).catch(() => undefined);
    }
  }

  private ahead({ prepared }: PollRequest): { ahead: ReservedJob[]; lapsed: number[] } {
    const known = new Set(prepared?.map(({ attempt }) => attempt));
    const isOpen = (attempt: number): boolean => this.reserved.has(attempt) || this.attempts.has(attempt);
    return {
      ahead: prepared ? [...this.reserved.values()].filter(({ attempt }) => !known.has(attempt)) : [],
      lapsed: [...known].filter((attempt) => !isOpen(attempt)),
    };
  }

  private newJobs({ held }: PollRequest): SealedJob[] {
    const known = new Set(held.map((each) => each.attempt));
    return [...this.attempts.values()]
      .filter(
        (each) =>
          this.repeatsJobs || (!known.has(each.job.attempt) && !each.started && !each.finish && each.lease !== ''),
      )
      .map((each) => each.job);
  }
}
