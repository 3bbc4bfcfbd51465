import { Injectable } from '@nestjs/common';
import {
  type CacheClearing,
  type DeliveryErrorCode,
  deliveryErrorText,
  MAX_CLEARED_PROJECTS,
  type Runner as WireRunner,
  RUNNER_DEGRADED_SECONDS,
  RUNNER_LOST_SECONDS,
  type RunnerApp,
  type RunnerHealth,
  type RunnerTagCount,
  type SentProblem,
  type WebhookAnswer,
} from '@switchyard/contracts';
import { attemptAlive, runnerPresent } from '@switchyard/database';
import { DataSource } from 'typeorm';

interface RunnerRow {
  id: number;
  project_id: number | null;
  name: string;
  webhook: string;
  answered: Date | null;
  answer_status: number | null;
  delivery_error: DeliveryErrorCode | null;
  max_parallel_tasks: number;
  own_max_parallel_tasks: number;
  active: boolean;
  is_default: boolean;
  tags: string[];
  apps: RunnerApp[];
  version: string;
  platform: string;
  created: Date;
  touched: Date | null;
  /** Seconds since the last sign of life. */
  silence: number | null;
  cleaning_requested: Date | null;
  duplicate_seen: Date | null;
  paused_reason: string | null;
  paused_problem: SentProblem | null;
  draining: boolean;
  used: number;
}

/** Which runners: one, those of a project, or all. */
export interface RunnerFilter {
  id?: number;
  projectId?: number;
}

/** Runners, each with what it is doing, in one query. */
@Injectable()
export class RunnerRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list({ id, projectId }: RunnerFilter = {}): Promise<WireRunner[]> {
    const rows = await this.dataSource.query<RunnerRow[]>(select, [id ?? null, projectId ?? null]);
    return rows.map(toRunner);
  }

  async find(id: number): Promise<WireRunner | null> {
    return (await this.list({ id }))[0] ?? null;
  }

  /** Tags that the runners of a project have, with those that serve every project; all runners without one. */
  tags(projectId?: number): Promise<RunnerTagCount[]> {
    return this.dataSource.query<RunnerTagCount[]>(
      `select tag, count(*)::int as number_of_runners from runner, unnest(tags) as tag
        where $1::int is null or project_id is null or project_id = $1 group by tag order by tag`,
      [projectId ?? null],
    );
  }

  /** The runners clear their caches at their next poll. */
  async requestCleaning(ids: readonly number[]): Promise<void> {
    await this.dataSource.query(
      `update runner set cleaning_requested = date_trunc('milliseconds', now()) where id = any($1)`,
      [ids],
    );
  }

  /**
   * Global runners clear the caches of a project at their next poll: the tasks of any project may have run there.
   * @param request name of the request, new each time
   * @param runnerId the one runner that is meant; absent = all
   * @returns the runners
   */
  async requestProjectClearing(projectId: number, request: string, runnerId?: number): Promise<number[]> {
    const updated = await this.dataSource.query<[{ id: number }[], number]>(projectClearing, [
      projectId,
      request,
      MAX_CLEARED_PROJECTS,
      runnerId ?? null,
    ]);
    return updated[0].map(({ id }) => id);
  }

  /** How many runners may hold caches of a project, and which of them have yet to carry out a request to clear them. */
  async clearingOf(projectId: number): Promise<CacheClearing> {
    const [found] = await this.dataSource.query<CacheClearing[]>(clearingState, [projectId]);
    return found ?? { runners: 0, left: 0, away: 0 };
  }

  /** Runners that serve one project alone. */
  async all(): Promise<number[]> {
    const runners = await this.dataSource.query<{ id: number }[]>('select id from runner');
    return runners.map(({ id }) => id);
  }

  async ofProject(projectId: number): Promise<number[]> {
    const runners = await this.dataSource.query<{ id: number }[]>('select id from runner where project_id = $1', [
      projectId,
    ]);
    return runners.map(({ id }) => id);
  }
}

/** A runner for which too many projects wait, because it has not polled for long, clears everything. */
const projectClearing = `
  update runner set clearing_request = $2,
      clearing_projects = case when waiting.is_full then '{}' else array_remove(clearing_projects, $1) || $1::int end,
      cleaning_requested = case when waiting.is_full then date_trunc('milliseconds', now()) else cleaning_requested end
    from (select id, cardinality(array_remove(clearing_projects, $1)) >= $3::int as is_full
            from runner where project_id is null and ($4::int is null or id = $4)
           order by id for no key update) as waiting
   where runner.id = waiting.id
  returning runner.id`;

/** A runner that never had a sign of life holds nothing. What is to clear everything has the request with its next one. */
const clearingState = `
  select count(*)::int as runners,
         count(*) filter (where is_open and is_online)::int as left,
         count(*) filter (where is_open and not is_online)::int as away
    from (select $1 = any(clearing_projects) or coalesce(touched < cleaning_requested, false) as is_open,
                 ${runnerPresent()} as is_online
            from runner where touched is not null and (project_id is null or project_id = $1)) as held`;

const select = `
  select r.*, target.answered, target.answer_status, target.error as delivery_error,
         extract(epoch from now() - r.touched)::float8 as silence, coalesce(c.n, 0)::int as used
    from runner r
    left join (select runner_id, count(*) as n from attempt where ${attemptAlive()} group by 1) c
      on c.runner_id = r.id
    left join outbox_target target on target.kind = 'runner_webhook' and target.target_id = r.id
    left join project on project.id = r.project_id
   where project.deleting is null and ($1::int is null or r.id = $1) and ($2::int is null or r.project_id = $2)
   order by r.name, r.id`;

function toRunner(row: RunnerRow): WireRunner {
  const { max_parallel_tasks: set, own_max_parallel_tasks: own } = row;
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    webhook: row.webhook,
    webhook_last: lastAnswerOf(row),
    max_parallel_tasks: set,
    active: row.active,
    is_default: row.is_default,
    tag: row.tags[0] ?? '',
    tags: row.tags,
    created: row.created.toISOString(),
    touched: row.touched?.toISOString() ?? null,
    registered: row.touched !== null,
    cleaning_requested: row.cleaning_requested?.toISOString() ?? null,
    health: healthOf(row),
    draining: row.draining,
    paused_reason: row.paused_reason,
    paused_problem: row.paused_problem,
    duplicate_seen: row.duplicate_seen?.toISOString() ?? null,
    used: row.used,
    limit: Math.min(set || own, own || set),
    version: row.version,
    platform: row.platform,
    apps: row.apps,
  };
}

function lastAnswerOf({ answered, answer_status: status, delivery_error: code }: RunnerRow): WebhookAnswer | null {
  const error = code && deliveryErrorText(code);
  return answered && { at: answered.toISOString(), status, error, code };
}

/** Silence outweighs the last report of the runner. */
function healthOf({ silence, paused_reason, draining }: RunnerRow): RunnerHealth {
  if (silence === null) {
    return 'never';
  }
  if (silence > RUNNER_LOST_SECONDS) {
    return 'lost';
  }
  if (silence > RUNNER_DEGRADED_SECONDS) {
    return 'degraded';
  }
  return paused_reason !== null ? 'paused' : draining ? 'draining' : 'online';
}
