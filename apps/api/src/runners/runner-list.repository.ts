import {
  type DeliveryErrorCode,
  deliveryErrorText,
  type Runner as WireRunner,
  RUNNER_DEGRADED_SECONDS,
  RUNNER_LOST_SECONDS,
  type RunnerApp,
  type RunnerHealth,
  type RunnerRefusal,
  type RunnerSeparation,
  type RunnerTagCount,
  type SentProblem,
  type NotificationAnswer,
} from '@switchyard/contracts';
import { attemptAlive, runnerRefused } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

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
  separation: RunnerSeparation | null;
  created: Date;
  touched: Date | null;
  /** Seconds since the last sign of life. */
  silence: number | null;
  cleaning_requested: Date | null;
  duplicate_seen: Date | null;
  refused_at: Date | null;
  refused_reason: RunnerRefusal | null;
  is_refused: boolean;
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

/** Runners, each with what it is doing, by name, in one query. */
export async function listRunners(manager: EntityManager, { id, projectId }: RunnerFilter = {}): Promise<WireRunner[]> {
  const rows = await manager.query<RunnerRow[]>(select, [id ?? null, projectId ?? null]);
  return rows.map(toRunner);
}

/** Tags that the runners of a project have, with those that serve every project; all runners without one. */
export function listTags(manager: EntityManager, projectId?: number): Promise<RunnerTagCount[]> {
  return manager.query<RunnerTagCount[]>(
    `select tag, count(*)::int as number_of_runners from runner, unnest(tags) as tag
      where $1::int is null or project_id is null or project_id = $1 group by tag order by tag`,
    [projectId ?? null],
  );
}

const select = `
  select r.*, target.answered, target.answer_status, target.error as delivery_error,
         ${runnerRefused('r')} as is_refused, extract(epoch from now() - r.touched)::float8 as silence, coalesce(c.n, 0)::int as used
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
    refused: refusedOf(row),
    used: row.used,
    limit: Math.min(set || own, own || set),
    version: row.version,
    platform: row.platform,
    separation: row.separation,
    apps: row.apps,
  };
}

function lastAnswerOf({ answered, answer_status: status, delivery_error: code }: RunnerRow): NotificationAnswer | null {
  const error = code && deliveryErrorText(code);
  return answered && { at: answered.toISOString(), status, error, code };
}

function refusedOf({ is_refused, refused_at: at, refused_reason: reason }: RunnerRow): WireRunner['refused'] {
  return is_refused && at && reason ? { reason, at: at.toISOString() } : null;
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
