import { type Issue, issueAt, type Problem, MAX_KEPT_ISSUES } from '@switchyard/contracts';
import { fulfilled, type Settled, settleEach } from '@switchyard/database';
import { launchIssues, notInProject } from '../errors.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { nextVersion } from './build-version.js';
import { insertTasks } from './insert-tasks.js';
import { type LaunchOrigin, starterOf } from './launch-origin.js';
import { sealedTask } from './launch-task.js';
import { type LaunchedTask, launchedTask, type LaunchRequest, referencesOf, requireComplete } from './launched-task.js';
import { tracedLaunch } from './traced-launch.js';
import { draftOf, type TaskDraft } from './task-draft.js';
import { readSourcesOf, type TaskSources } from './task-sources.js';

/** One launch of several. Launches that want the same hold the same request object: it is read for and judged once. */
export interface OriginatedLaunch {
  origin: LaunchOrigin;
  request: LaunchRequest;
}

/** The task of a launch, or why it was refused. */
export type LaunchOutcome = { task: UpdateRow } | { issues: Issue[] };

/**
 * Starts tasks in a transaction of the caller, who announces them after its commit. The rules are those of `launchTask`; a
 * launch that is refused, or whose own rows are damaged (rejected), leaves the others alone.
 *
 * Where one launches a build, the rows of all templates are held from here to the end of the transaction, in the order of
 * their ids; a caller that launches in several parts holds them itself before the first.
 */
export async function launchTogether(
  engine: Engine,
  on: Executor,
  launches: readonly OriginatedLaunch[],
): Promise<Settled<LaunchOutcome>[]> {
  if (launches.length === 0) {
    return [];
  }
  const requests = [...new Set(launches.map(({ request }) => request))];
  const sources = await readSourcesOf(engine.dataSource, on, requests.map(referencesOf));
  const used = await engine.quota?.refusals(on, [...new Set(requests.map(({ projectId }) => projectId))]);
  const sourcesFor = new Map(requests.map((request, i) => [request, sources[i]]));
  const judge = judgedOnce();
  const settled = await settleEach(launches, (launch) =>
    drafted(engine, {
      ...launch,
      judge,
      sources: sourcesFor.get(launch.request),
      used: used?.get(launch.request.projectId),
    }),
  );
  const drafts = fulfilled(settled).flatMap((each) => ('draft' in each ? [each.draft] : []));
  const stored = await store(on, drafts, sources).then((tasks) => tasks[Symbol.iterator]());
  return settled.map((each) =>
    each.status === 'rejected' || 'issues' in each.value
      ? (each as Settled<LaunchOutcome>)
      : { status: 'fulfilled', value: { task: stored.next().value as UpdateRow } },
  );
}

/** The task of a launch as it is to be stored, or why there is none. */
type Drafted = { draft: TaskDraft } | { issues: Issue[] };

type Judge = typeof launchedTask;

/** `launchedTask` that judges a request once for each kind of origin. */
function judgedOnce(): Judge {
  const known = new Map<LaunchRequest, { kind: LaunchOrigin['kind']; launched: LaunchedTask }>();
  return (origin, request, sources) => {
    const before = origin.kind === 'user' ? undefined : known.get(request);
    if (before?.kind === origin.kind) {
      return { ...before.launched, task: { ...before.launched.task, ...starterOf(origin) } };
    }
    requireComplete(sources);
    const launched = launchedTask(origin, request, sources);
    known.set(request, { kind: origin.kind, launched });
    return launched;
  };
}

/** A launch with what it needs to become a task. */
interface JudgedLaunch extends OriginatedLaunch {
  sources: TaskSources | undefined;
  judge: Judge;
  /** Why the project may launch nothing. */
  used: Problem | undefined;
}

async function drafted(engine: Engine, { origin, request, sources, judge, used }: JudgedLaunch): Promise<Drafted> {
  if (used) {
    return { issues: [issueAt([], used)] };
  }
  if (!sources) {
    return { issues: [notInProject('template_id')] };
  }
  try {
    const launched = judge(origin, request, sources);
    return await tracedLaunch(engine, launched.task, async (task) => {
      const draft = draftOf(task, sources, null);
      return { draft: { ...draft, secret: (await sealedTask(engine, launched)).secret ?? null } };
    });
  } catch (error) {
    return { issues: issuesOf(error) };
  }
}

function issuesOf(error: unknown): Issue[] {
  const issues = launchIssues(error);
  if (!issues) {
    throw error;
  }
  return issues.slice(0, MAX_KEPT_ISSUES);
}

async function store(
  on: Executor,
  drafts: readonly TaskDraft[],
  sources: readonly (TaskSources | undefined)[],
): Promise<UpdateRow[]> {
  if (drafts.length === 0) {
    return [];
  }
  const known = sources.filter((each) => each !== undefined);
  const isWatched = known.some(({ notifiesRunners }) => notifiesRunners);
  const stored = await insertTasks(on, await withVersions(on, drafts, known), isWatched);
  return stored.map(({ update }) => update);
}

/** Builds get their numbers one after the other. */
async function withVersions(
  on: Executor,
  drafts: readonly TaskDraft[],
  sources: readonly TaskSources[],
): Promise<readonly TaskDraft[]> {
  const builds = new Map(
    sources.flatMap(({ template }) => (template.type === 'build' ? [[template.id, template.startVersion ?? '']] : [])),
  );
  if (builds.size === 0) {
    return drafts;
  }
  await holdTemplates(
    on,
    drafts.map(({ templateId }) => templateId),
  );
  const versions = await lastVersions(on, [...builds.keys()]);
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

/** In the order of their ids, as everything that counts tasks at templates takes them. */
async function holdTemplates(on: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) {
    await rows(on, 'select id from template where id = any($1::int[]) order by id for no key update', [
      [...new Set(ids)],
    ]);
  }
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
