import { setTimeout as pause } from 'node:timers/promises';
import { createGitRepository, type TestGitRepository } from '@switchyard/testing';
import type pg from 'pg';
import type { ApiClient } from '../../support/api-client.js';
import { createProject, createTemplate } from '../../support/project.js';
import type { Random } from '../random.js';

/** Pause between two commits, in milliseconds. */
const [SHORTEST_MS, LONGEST_MS] = [3_000, 12_000];

/**
 * Records which commit the schedule keeps, in the transaction that keeps it, so that the checker can compare it with the
 * task of that transaction: both have its time.
 */
const RECORD = `
  create table chaos_commit (id int generated always as identity, commit text not null, at timestamptz not null);
  create function chaos_record_commit() returns trigger language plpgsql as $$
    begin insert into chaos_commit (commit, at) values (new.last_commit, now()); return null; end $$;
  create trigger chaos_commit after update of last_commit on schedule for each row
    when (old.last_commit is distinct from new.last_commit) execute function chaos_record_commit();`;

/** A repository that gets commits, and the schedule that starts a task at each new one. Real runners list its branch. */
export class Commits {
  /** Hashes, the oldest first. */
  readonly made: string[] = [];

  private constructor(
    readonly scheduleId: number,
    private readonly repository: TestGitRepository,
    private readonly database: pg.Pool,
  ) {
    this.made.push(repository.head);
  }

  static async create(client: ApiClient, database: pg.Pool): Promise<Commits> {
    // It prints nothing: the checker knows the lines of other tools alone.
    const repository = await createGitRepository({ 'run.sh': ':\n' });
    const project = await createProject(client, `file://${repository.path}`);
    const template_id = await createTemplate(client, project, { name: 'Commits', allow_parallel_tasks: true });
    const scheduleId = await client.create(`/project/${project.id}/schedules`, {
      name: 'commits',
      template_id,
      cron_format: '* * * * *',
      active: true,
      repository_id: project.repositoryId,
    });
    await database.query(RECORD);
    return new Commits(scheduleId, repository, database);
  }

  /** Commits until the signal is aborted. */
  async run(random: Random, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      this.made.push(await this.repository.commit({ count: String(this.made.length) }));
      await this.checkNow();
      await pause(random.between(SHORTEST_MS, LONGEST_MS), undefined, { signal: over }).catch(() => undefined);
    }
  }

  /** Makes the next check due, unless one is under way: runs of the suite are shorter than the pauses after failures. */
  async checkNow(): Promise<void> {
    await this.database
      .query(
        `update schedule set next_due = now() where id = $1 and active and next_due > now()
            and not exists (select from branch_listing where schedule_id = $1)`,
        [this.scheduleId],
      )
      .catch(() => undefined);
  }

  /** Whether the newest commit is the one that was launched last. False when the database does not answer. */
  async isUpToDate(): Promise<boolean> {
    const found = await this.database
      .query<{ last_commit: string }>('select last_commit from schedule where id = $1', [this.scheduleId])
      .catch(() => null);
    return found?.rows[0]?.last_commit === this.repository.head;
  }

  remove(): Promise<void> {
    return this.repository.remove();
  }
}
