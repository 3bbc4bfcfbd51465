import { Injectable } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { faultless } from '@switchyard/database';
import { SecretMasker } from '@switchyard/masking';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { JobBuilder } from '../../assignments/job-builder.js';
import { findTaskOfAttempt } from './attempt.repository.js';

/** Most maskers kept; the one that was not needed for longest goes first. Each takes from ten kilobytes on. */
const MAX_MASKERS = 2_000;

/**
 * Maskers of the attempts that report to this replica. One whose job was built here has the secrets of that very job;
 * the others are made from the database when they are first needed, where a key that was changed meanwhile counts with
 * the value it has at that moment.
 */
@Injectable()
export class AttemptMaskers {
  private readonly maskers = new LRUCache<number, Promise<SecretMasker>>({ max: MAX_MASKERS });

  constructor(
    private readonly dataSource: DataSource,
    private readonly jobs: JobBuilder,
  ) {}

  /**
   * Keeps the secrets of a job that was just built.
   * @throws ItemFault when they cannot be masked
   */
  note(attemptId: number, secrets: readonly string[]): void {
    this.maskers.set(attemptId, Promise.resolve(maskerOf(secrets)));
  }

  /**
   * The masker of an attempt; one without secrets when there is no such attempt.
   * @throws ItemFault when the secrets of its task cannot be read or masked
   */
  of(attemptId: number): Promise<SecretMasker> {
    return this.maskers.get(attemptId) ?? this.make(attemptId);
  }

  forget(attemptId: number): void {
    this.maskers.delete(attemptId);
  }

  private make(attemptId: number): Promise<SecretMasker> {
    const masker = this.read(attemptId);
    this.maskers.set(attemptId, masker);
    masker.catch(() => this.forget(attemptId));
    return masker;
  }

  private async read(attemptId: number): Promise<SecretMasker> {
    const taskId = await findTaskOfAttempt(this.dataSource.manager, attemptId);
    return maskerOf(taskId === null ? [] : await this.jobs.secrets(taskId));
  }
}

const maskerOf = (secrets: readonly string[]): SecretMasker =>
  faultless(
    (reason) => problem('job_not_masked', { reason }),
    () => new SecretMasker(secrets),
  );
