import { effectiveApp } from '@switchyard/contracts';
import {
  AccessKey,
  attemptAlive,
  GitRepository,
  type StoredRow,
  App,
  Attempt,
  Environment,
  EnvironmentSecret,
  entityOf,
  Inventory,
  Task,
  TaskPlan,
  Template,
  TemplateVault,
  User,
} from '@switchyard/database';
import { type DataSource, type EntityManager, In, type ObjectLiteral } from 'typeorm';
import { repositoryKeyIds } from './repository-access.js';
import { builtVersion } from '../../tasks/built-version.js';

/** The rows of the jobs of some tasks, by their ids; those that tasks share are there once. */
export interface JobRows {
  tasks: ReadonlyMap<number, Task>;
  /** The living attempts, by task. */
  attempts: ReadonlyMap<number, Attempt>;
  templates: ReadonlyMap<number, Template>;
  users: ReadonlyMap<number, Pick<User, 'id' | 'username'>>;
  /** By task, where one was decided about. */
  plans: ReadonlyMap<number, Pick<TaskPlan, 'sha256' | 'size'>>;
  environments: ReadonlyMap<number, Environment>;
  secrets: readonly EnvironmentSecret[];
  apps: ReadonlyMap<string, App>;
  /** In the order of their ids. */
  vaults: readonly TemplateVault[];
  inventories: ReadonlyMap<number, Inventory>;
  repositories: ReadonlyMap<number, GitRepository>;
  keys: ReadonlyMap<number, AccessKey>;
}

export async function readJobRows(source: DataSource, taskIds: readonly number[]): Promise<JobRows> {
  const rows = await findJobRows(source, taskIds, effectiveApp(''));
  const of = (kind: JobRowKind): JobRow[] => rows.filter((each) => each.kind === kind);
  const entities = <E extends ObjectLiteral>(kind: JobRowKind, target: new () => E): E[] =>
    of(kind).map(({ row, content }) =>
      entityOf(source, target, content === null ? row : { ...row, inventory: content }),
    );
  return {
    tasks: byId(entities('task', Task)),
    attempts: new Map(entities('attempt', Attempt).map((attempt) => [attempt.taskId, attempt])),
    templates: byId(entities('template', Template)),
    users: byId(entities('user', User)),
    plans: new Map(entities('plan', TaskPlan).map((plan) => [plan.taskId, plan])),
    environments: byId(entities('environment', Environment)),
    secrets: entities('secret', EnvironmentSecret),
    apps: byId(entities('app', App)),
    vaults: entities('vault', TemplateVault).sort((one, other) => one.id - other.id),
    inventories: byId(entities('inventory', Inventory)),
    repositories: byId(entities('repository', GitRepository)),
    keys: byId(entities('key', AccessKey)),
  };
}

const byId = <K, E extends { id: K }>(all: readonly E[]): Map<K, E> => new Map(all.map((each) => [each.id, each]));

/** A repository of a project with its keys. @throws EntityNotFoundError when it is gone */
export async function getRepositoryAndKeys(
  manager: EntityManager,
  projectId: number,
  id: number,
): Promise<{ repository: GitRepository; keys: AccessKey[] }> {
  const repository = await manager.findOneByOrFail(GitRepository, { id, projectId });
  return { repository, keys: await findKeys(manager, projectId, repository) };
}

/** The keys by which a repository of the project is reached. */
export const findKeys = (
  manager: EntityManager,
  projectId: number,
  access: Pick<GitRepository, 'sshKeyId' | 'secondKeyId'>,
): Promise<AccessKey[]> => manager.findBy(AccessKey, { id: In(repositoryKeyIds(access)), projectId });

/** Of which table a row of {@link findJobRows} answers is. */
export type JobRowKind =
  | 'task'
  | 'attempt'
  | 'template'
  | 'user'
  | 'plan'
  | 'environment'
  | 'secret'
  | 'app'
  | 'vault'
  | 'inventory'
  | 'repository'
  | 'key';

/** One row of one table. */
export interface JobRow {
  kind: JobRowKind;
  row: StoredRow;
  /** The text of an inventory, beside its row: megabytes are cheaper as they are. */
  content: string | null;
}

const each = (kind: JobRowKind, row: string, from: string, content = 'null'): string =>
  `select '${kind}', to_json(${row}), ${content} from ${from}`;

/**
 * Every row that the jobs of the tasks `$1` are made of, each once however many of them share it, in one round trip;
 * `$2` is the app of templates that name none. The reader decides which of two inventories counts for a task.
 */
const JOB_ROWS = `
  with tasks as materialized (
    select * from task where id = any($1::int[])),
  templates as materialized (
    select * from template where id in (select template_id from tasks)),
  inventories as materialized (
    select * from inventory
     where id in (select inventory_id from templates union all select inventory_id from tasks union all select workspace_id from tasks)),
  repositories as materialized (
    select * from git_repository
     where id in (select repository_id from templates union all select repository_id from inventories)),
  vaults as materialized (
    select * from template_vault where template_id in (select id from templates))
  select 'task' as kind, to_json(t) as row, null as content from tasks t
  union all ${each('attempt', 'a', `attempt a where task_id in (select id from tasks) and ${attemptAlive('a')}`)}
  union all ${each('template', 't', 'templates t')}
  union all ${each('user', 'u', '(select id, username from "user" where id in (select user_id from tasks)) u')}
  union all ${each('plan', 'p', `(select task_id, sha256, size from task_plan where task_id in (select id from tasks where decided is not null)) p`)}
  union all ${each('environment', 'e', 'environment e where id in (select environment_id from templates)')}
  union all ${each('secret', 's', 'environment_secret s where environment_id in (select environment_id from templates)')}
  union all ${each('app', 'a', `app a where id in (select coalesce(nullif(app, ''), $2) from templates)`)}
  union all ${each('vault', 'v', 'vaults v')}
  union all ${each(
    'inventory',
    'i',
    `inventories cross join lateral (
       select id, project_id, name, type, ssh_key_id, become_key_id, repository_id, template_id, runner_tag) i`,
    'inventory',
  )}
  union all ${each('repository', 'r', 'repositories r')}
  union all ${each(
    'key',
    'k',
    `access_key k where id in (
       select ssh_key_id from repositories union all select second_key_id from repositories union all select ssh_key_id from inventories
       union all select become_key_id from inventories union all select vault_key_id from vaults
       union all select image_key_id from templates)`,
  )}`;

/** @param defaultApp the app of templates that name none */
function findJobRows(
  source: Pick<DataSource, 'query'>,
  taskIds: readonly number[],
  defaultApp: string,
): Promise<JobRow[]> {
  return source.query<JobRow[]>(JOB_ROWS, [taskIds, defaultApp]);
}

const incomingQuery = `select ${builtVersion('$1::int')} as version`;

/** The version of the nearest build behind the task that a deploy takes over. */
export async function findIncomingVersion(manager: EntityManager, buildTaskId: number): Promise<string | null> {
  const [found] = await manager.query<{ version: string | null }[]>(incomingQuery, [buildTaskId]);
  return found?.version ?? null;
}
