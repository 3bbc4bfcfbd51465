import { createHash } from 'node:crypto';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import type { TaskDraft } from './task-draft.js';

/** How long after a commit was started another webhook of it is taken for the same, in minutes. */
const SAME_MINUTES = 10;
/** How long they are kept, in hours. */
const KEPT_HOURS = 24;

/** A commit that a sender names for one launch of a template. */
interface CommitLaunch {
  templateId: number;
  launch: string;
  commitHash: string;
}

/**
 * Returns the launch of a commit, where the sender of the draft names one. Launches that differ in more than the message are
 * others: two integrations may start one template for two inventories. Secret answers are not comparable, so those have none.
 */
function commitLaunchOf(draft: TaskDraft): CommitLaunch | null {
  const { templateId, commitHash, gitBranch, inventoryId, workspaceId, playbook, environment, params, pullRequest } =
    draft;
  if (commitHash === null || draft.integrationId === null || draft.secret !== null) {
    return null;
  }
  const pull = pullRequest ? [pullRequest.number] : [];
  const facts = [gitBranch, inventoryId, workspaceId, playbook, draft.arguments, environment, params, ...pull];
  return { templateId, launch: createHash('sha256').update(JSON.stringify(facts)).digest('hex'), commitHash };
}

/** The task of the same commit: one that is stored, or the one of another draft of the list. */
export type SameCommit = { taskId: number } | { first: number };

/**
 * Claims commits for tasks that the same transaction stores, unless the last task of the same launch is of the same commit and
 * young: senders name a commit for its push and for its pull request. Waits for a transaction that claims one of them.
 * @returns of each draft the other task, `null` = it is to be stored
 */
export async function claimedElsewhere(on: Executor, drafts: readonly TaskDraft[]): Promise<(SameCommit | null)[]> {
  const launches = drafts.map(commitLaunchOf);
  const firsts = new Map<string, number>();
  launches.forEach((launch, i) => launch && !firsts.has(idOf(launch)) && firsts.set(idOf(launch), i));
  const claiming = [...firsts.values()];
  const claimed = await claim(
    on,
    claiming.map((i) => launches[i]).filter((launch) => launch !== null && launch !== undefined),
  );
  const known = new Map(claiming.map((index, i) => [index, claimed[i] ?? null]));
  return launches.map((launch, i) => {
    const first = launch ? firsts.get(idOf(launch)) : undefined;
    if (!launch || first === undefined || launches[first]?.commitHash !== launch.commitHash) {
      return null;
    }
    const taskId = known.get(first) ?? null;
    return taskId === null ? (first === i ? null : { first }) : { taskId };
  });
}

const idOf = ({ templateId, launch }: CommitLaunch): string => `${templateId} ${launch}`;

/** @returns the task of each that is not free */
async function claim(on: Executor, launches: readonly CommitLaunch[]): Promise<(number | null)[]> {
  if (launches.length === 0) {
    return [];
  }
  const taken = await rows<{ isFree: boolean }>(
    on,
    `with given as (
       select * from unnest($1::int[], $2::text[], $3::text[]) with ordinality as given(template_id, launch, commit_hash, n)),
     claimed as (
       insert into commit_launch as l (template_id, launch, commit_hash)
       select template_id, launch, commit_hash from given order by template_id, launch
       on conflict (template_id, launch) do update set commit_hash = excluded.commit_hash, task_id = null, created = now()
         where l.commit_hash <> excluded.commit_hash or l.created < now() - interval '${SAME_MINUTES} minutes'
       returning template_id, launch)
     select claimed.launch is not null as "isFree"
       from given left join claimed using (template_id, launch) order by given.n`,
    columns(launches),
  );
  // A statement of its own: only a later one sees what the transaction that was waited for has stored.
  const known = taken.every(({ isFree }) => isFree) ? [] : await readTasks(on, launches);
  return taken.map(({ isFree }, i) => (isFree ? null : (known[i] ?? null)));
}

async function readTasks(on: Executor, launches: readonly CommitLaunch[]): Promise<(number | null)[]> {
  const found = await rows<{ taskId: number | null }>(
    on,
    `select l.task_id as "taskId"
       from unnest($1::int[], $2::text[], $3::text[]) with ordinality as given(template_id, launch, commit_hash, n)
       left join commit_launch l on l.template_id = given.template_id and l.launch = given.launch order by n`,
    columns(launches),
  );
  return found.map(({ taskId }) => taskId);
}

/** Notes the tasks that were stored for claimed commits. */
export async function keepCommits(
  on: Executor,
  drafts: readonly TaskDraft[],
  taskIds: readonly number[],
): Promise<void> {
  const launches = drafts.flatMap((draft, i) => {
    const launch = commitLaunchOf(draft);
    return launch ? [{ launch, taskId: taskIds[i] ?? 0 }] : [];
  });
  if (launches.length > 0) {
    await rows(
      on,
      `update commit_launch l set task_id = given.task_id
         from unnest($1::int[], $2::text[], $3::text[], $4::int[]) as given(template_id, launch, commit_hash, task_id)
        where l.template_id = given.template_id and l.launch = given.launch and l.commit_hash = given.commit_hash`,
      [...columns(launches.map(({ launch }) => launch)), launches.map(({ taskId }) => taskId)],
    );
  }
}

const columns = (launches: readonly CommitLaunch[]): [number[], string[], string[]] => [
  launches.map(({ templateId }) => templateId),
  launches.map(({ launch }) => launch),
  launches.map(({ commitHash }) => commitHash),
];

export async function deleteOldCommitLaunches({ dataSource }: Pick<Engine, 'dataSource'>): Promise<void> {
  await rows(dataSource, `delete from commit_launch where created < now() - interval '${KEPT_HOURS} hours'`);
}
