import { Injectable } from '@nestjs/common';
import { type NamedSecret, problem } from '@switchyard/contracts';
import { faultless } from '@switchyard/database';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { JobBuilder, type KnownSecrets } from '../../assignments/job-builder.js';
import { findTaskOfAttempt } from './attempt.repository.js';
import { NamingMasker } from './naming-masker.js';

/** Most maskers kept; the one that was not needed for longest goes first. Each takes from ten kilobytes on. */
const MAX_MASKERS = 2_000;

/** How long a masker is used that lacks what a vault did not give, in milliseconds. */
const PARTIAL_MS = 10_000;

/**
 * Maskers of the attempts that report to this replica. One whose job was built here has the secrets of that very job;
 * the others are made from the database and the vault when they are first needed, where a key that was changed meanwhile
 * counts with the value it has at that moment. A vault that is away then does not stop the log, which its runner has masked.
 */
@Injectable()
export class AttemptMaskers {
  private readonly maskers = new LRUCache<number, Promise<NamingMasker>>({ max: MAX_MASKERS });

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobBuilder,
  ) {}

  /**
   * Keeps the secrets of a job that was just built.
   * @throws ItemFault when they cannot be masked
   */
  note(attemptId: number, secrets: readonly NamedSecret[]): void {
    this.maskers.set(attemptId, Promise.resolve(maskerOf(secrets)));
  }

  /**
   * The masker of an attempt; one without secrets when there is no such attempt.
   * @throws ItemFault when the secrets of its task cannot be read or masked
   */
  of(attemptId: number): Promise<NamingMasker> {
    return this.maskers.get(attemptId) ?? this.make(attemptId);
  }

  forget(attemptId: number): void {
    this.maskers.delete(attemptId);
  }

  private make(attemptId: number): Promise<NamingMasker> {
    const reading = this.read(attemptId);
    const masker = reading.then(({ secrets }) => maskerOf(secrets));
    this.maskers.set(attemptId, masker);
    masker.catch(() => this.forget(attemptId));
    void this.keepPartialShortly(attemptId, masker, reading);
    return masker;
  }

  private async keepPartialShortly(
    attemptId: number,
    masker: Promise<NamingMasker>,
    reading: Promise<KnownSecrets>,
  ): Promise<void> {
    const { areAll } = await reading.catch(() => ({ areAll: true }));
    if (!areAll && this.maskers.get(attemptId) === masker) {
      this.maskers.set(attemptId, masker, { ttl: PARTIAL_MS });
    }
  }

  private async read(attemptId: number): Promise<KnownSecrets> {
    const taskId = await findTaskOfAttempt(this.dataSource.manager, attemptId);
    return taskId === null ? { secrets: [], areAll: true } : this.jobs.secrets(taskId);
  }
}

const maskerOf = (secrets: readonly NamedSecret[]): NamingMasker =>
  faultless(
    (reason) => problem('job_not_masked', { reason }),
    () => new NamingMasker(secrets),
  );
