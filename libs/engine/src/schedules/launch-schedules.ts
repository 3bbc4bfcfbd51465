import { fulfilled, type Settled, settleEach } from '@switchyard/database';
import { nextVersion } from '../launch/build-version.js';
import { insertTasks } from '../launch/insert-tasks.js';
import { type LaunchRequest, referencesOf } from '../launch/launched-task.js';
import type { TaskDraft } from '../launch/task-draft.js';
import { readSourcesOf, type TaskSources } from '../launch/task-sources.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import type { ClaimedSchedule } from './claim-schedules.js';
import type { Outcome } from './planned-times.js';
import { type ScheduledLaunch, scheduledLaunch, scheduledRequest } from './scheduled-launch.js';

/** Stores the tasks of schedules whose templates are held. Answers what became of each. */
export async function launchSchedules(
  engine: Engine,
  on: Executor,
  schedules: readonly ClaimedSchedule[],
): Promise<Outcome[]> {
  const requests = fulfilled(
    await settleEach(schedules, async (schedule) => ({ schedule, request: await scheduledRequest(engine, schedule) })),
  );
  const sources = await readSourcesOf(
    engine.dataSource,
    on,
    requests.map(({ request }) => referencesOf(request)),
  );
  const launches = await launchesOf(engine, requests, sources);
  const drafts = fulfilled([...launches.values()]).flatMap((launch) => ('draft' in launch ? [launch.draft] : []));
  const known = sources.filter((each) => each !== undefined);
  const isWatched = known.some(({ hasWebhooks }) => hasWebhooks);
  const stored = drafts.length === 0 ? [] : await insertTasks(on, await withVersions(on, drafts, known), isWatched);
  const updates = new Map(stored.map(({ entity, update }) => [entity.scheduleId, update]));
  return schedules.map(({ id }) => outcomeOf(launches.get(id), updates.get(id)));
}

interface Requested {
  schedule: ClaimedSchedule;
  request: LaunchRequest;
}

/** The launches by the ids of their schedules. */
async function launchesOf(
  engine: Engine,
  requests: readonly Requested[],
  sources: readonly (TaskSources | undefined)[],
): Promise<Map<number, Settled<ScheduledLaunch>>> {
  const settled = await settleEach(
    requests.map((requested, i) => ({ ...requested, sources: sources[i] })),
    ({ schedule, request, sources: found }) => scheduledLaunch(engine, schedule, request, found),
  );
  return new Map(settled.map((launch, i) => [requests[i]?.schedule.id ?? 0, launch]));
}

function outcomeOf(launch: Settled<ScheduledLaunch> | undefined, update: Outcome['update']): Outcome {
  if (launch?.status !== 'fulfilled') {
    return { result: 'failed', issues: [] };
  }
  return 'issues' in launch.value
    ? { result: 'refused', issues: launch.value.issues }
    : { result: 'started', issues: [], ...(update && { update }) };
}

/** Builds get their numbers one after the other. */
async function withVersions(
  on: Executor,
  drafts: readonly TaskDraft[],
  sources: readonly TaskSources[],
): Promise<TaskDraft[]> {
  const builds = new Map(
    sources.flatMap(({ template }) => (template.type === 'build' ? [[template.id, template.startVersion ?? '']] : [])),
  );
  const versions = builds.size === 0 ? new Map<number, string | null>() : await lastVersions(on, [...builds.keys()]);
  return drafts.map((draft) => {
    const start = builds.get(draft.templateId);
    if (start === undefined) {
      return draft;
    }
    const version = nextVersion(start, versions.get(draft.templateId) ?? null);
    versions.set(draft.templateId, version);
    return { ...draft, version };
  });
}

async function lastVersions(on: Executor, templateIds: readonly number[]): Promise<Map<number, string | null>> {
  const found = await rows<{ id: number; version: string | null }>(
    on,
    `select template.id, last.version from template cross join lateral (
       select version from task where template_id = template.id order by id desc limit 1) last
      where template.id = any($1::int[])`,
    [templateIds],
  );
  return new Map(found.map(({ id, version }) => [id, version]));
}
