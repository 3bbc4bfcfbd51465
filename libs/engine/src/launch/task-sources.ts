import { type EarlierTask, type PullRequest, type TaskStatus, WORKSPACE_TYPES } from '@switchyard/contracts';
import { StatementBatcher, entityOf, type Inventory, type StoredRow, Template } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { MissingReferenceError } from '../errors.js';
import type { NewTask } from './new-task.js';
import { perEngine } from '../statements/per-engine.js';
import type { Engine } from '../ports.js';
import { NOTIFIES_RUNNERS } from '../outbox/runner-notifications.js';
import { type Executor, inOrder, type Numbered, rows } from '../statements/sql.js';

/** References of a new task. */
export interface TaskReferences extends Pick<NewTask, 'projectId' | 'templateId' | 'inventoryId' | 'buildTaskId'> {
  /** A task that it repeats. */
  earlierTaskId?: number | null;
}

/** Template, inventory and build of a new task as they are now, all of its project. */
export interface TaskSources {
  template: Template;
  /** Branch of the template's repository; `''` = it names none. */
  repositoryBranch: string;
  /** Runner tag of the template's own inventory. */
  inventoryTag: string | null;
  /** The template's own inventory where that is a workspace. */
  ownWorkspaceId: number | null;
  /** The inventory that the task names; null also when the project has no such inventory. */
  inventory: {
    id: number;
    type: Inventory['type'];
    /** Name of the workspace or stack; `null` = the inventory is none. */
    workspace: string | null;
    tag: string | null;
    templateId: number | null;
  } | null;
  /** The task it builds on, with the same meaning. */
  build: SourceBuild | null;
  /** The task that it repeats; null also when the template has no such task. */
  earlier: RepeatedTask | null;
  /** Some runner has a webhook. */
  notifiesRunners: boolean;
  /** The template asks for a token of the forge, and its repository is opened by no app, which could give one. */
  lacksApp: boolean;
}

/** A task that a launch repeats. */
export interface RepeatedTask extends EarlierTask {
  pullRequest: PullRequest | null;
}

interface SourceBuild {
  id: number;
  status: TaskStatus;
  templateId: number;
  /** The commit to deploy; null where the build used another repository. */
  commitHash: string | null;
}

interface SourceRow extends Numbered {
  template_id: number;
  /** Once per template. */
  template: StoredRow | null;
  repository_branch: string | null;
  inventory_tag: string | null;
  own_workspace_id: number | null;
  inventory: TaskSources['inventory'];
  build: SourceBuild | null;
  earlier: RepeatedTask | null;
  notifies_runners: boolean;
  lacks_app: boolean;
}

/**
 * Reads what a new task is made from. Calls at the same time share a statement.
 * @throws MissingReferenceError when the project has no such template
 */
export async function readSources(engine: Engine, task: TaskReferences): Promise<TaskSources> {
  const found = await sources(engine).run(task);
  if (!found) {
    throw new MissingReferenceError('template_id');
  }
  return found;
}

const sources = perEngine(
  ({ dataSource }) =>
    new StatementBatcher((tasks: readonly TaskReferences[]) => readSourcesOf(dataSource, dataSource, tasks)),
);

/** The sources of each task; undefined where the project has no such template. */
export async function readSourcesOf(
  source: DataSource,
  on: Executor,
  tasks: readonly TaskReferences[],
): Promise<(TaskSources | undefined)[]> {
  const found = await rows<SourceRow>(on, sourceQuery, [
    tasks.map(({ templateId }) => templateId),
    tasks.map(({ projectId }) => projectId),
    tasks.map(({ inventoryId }) => inventoryId ?? null),
    tasks.map(({ buildTaskId }) => buildTaskId ?? null),
    tasks.map(({ earlierTaskId }) => earlierTaskId ?? null),
  ]);
  const templates = new Map(
    found.flatMap(({ template_id: id, template }) =>
      template ? [[id, entityOf(source, Template, template)] as const] : [],
    ),
  );
  return inOrder(found, tasks.length).map((row) => row && sourcesOf(row, templates.get(row.template_id)));
}

const sourcesOf = (row: SourceRow, template: Template | undefined): TaskSources | undefined =>
  template && {
    template,
    repositoryBranch: row.repository_branch ?? '',
    inventoryTag: row.inventory_tag,
    ownWorkspaceId: row.own_workspace_id,
    inventory: row.inventory,
    build: row.build,
    earlier: row.earlier,
    notifiesRunners: row.notifies_runners,
    lacksApp: row.lacks_app,
  };

const isWorkspace = (inventory: string): string =>
  `${inventory}.type in (${WORKSPACE_TYPES.map((type) => `'${type}'`).join(', ')})`;

/**
 * Tasks are looked up for requests that name one, and in no join: a plan that was made while there were few tasks, and is kept
 * by the connection, would read all of them for each request.
 */
const sourceQuery = `
  select request.n::int, t.id as template_id,
         case when row_number() over (partition by t.id order by request.n) = 1 then to_json(t) end as template,
         code.git_branch as repository_branch, own.runner_tag as inventory_tag, case when ${isWorkspace('own')} then own.id end as own_workspace_id,
         case when i.id is not null then json_build_object('id', i.id, 'type', i.type, 'workspace', case when ${isWorkspace('i')} then i.inventory end, 'tag', i.runner_tag, 'templateId', i.template_id) end as inventory,
         case when request.build_task_id is not null then (
           select json_build_object('id', b.id, 'status', b.status, 'templateId', b.template_id,
                    'commitHash', case when bt.repository_id = t.repository_id then b.commit_hash end)
             from task b join template bt on bt.id = b.template_id
            where b.id = request.build_task_id and b.project_id = t.project_id) end as build,
         case when request.earlier_id is not null then (
           select json_build_object('params', e.params, 'gitBranch', e.git_branch, 'commitHash', e.commit_hash, 'pullRequest', e.pull_request)
             from task e where e.id = request.earlier_id and e.template_id = t.id) end as earlier,
         ${NOTIFIES_RUNNERS} as notifies_runners,
         case when t.forge_token <> 'none' then not exists (
           select from access_key k where k.id = code.ssh_key_id and k.type = 'github_app') else false end as lacks_app
    from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) with ordinality
           as request(template_id, project_id, inventory_id, build_task_id, earlier_id, n)
    join template t on t.id = request.template_id and t.project_id = request.project_id
    join project p on p.id = t.project_id and p.deleting is null
    left join git_repository code on code.id = t.repository_id
    left join inventory own on own.id = t.inventory_id and own.project_id = t.project_id
    left join inventory i on i.id = request.inventory_id and i.project_id = t.project_id`;
