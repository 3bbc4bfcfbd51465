import type pg from 'pg';
import type { ApiClient } from '../../support/api-client.js';
import { createProject, createTemplate, type TestProject } from '../../support/project.js';
import type { Launchable } from './projects.js';

/** A template whose tasks can never be given to a runner, and the reason that each must end with. */
export interface Poison extends Launchable {
  reason: string;
}

/** Deeper than any program writes, and than any can encode by recursion. */
const DEPTH = 20_000;
const nested = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
const GROUP = 'Poisoned group';

/**
 * Templates of a project of their own, on the runners of the others. The fault that spoils their tasks is written into the
 * database, because the API would refuse it.
 */
export async function createPoisons(
  client: ApiClient,
  database: pg.Pool,
  { gitUrl, tag }: { gitUrl: string; tag: string },
): Promise<Poison[]> {
  const project = await createProject(client, gitUrl);
  const template = (more: object = {}) =>
    createTemplate(client, project, { allow_parallel_tasks: true, runner_tag: tag, ...more });
  const group = (json: string) => addGroup(database, project, json);
  const poisons = [
    {
      templateId: await template({ environment_id: await group('{"host":"a\\u0000b"}') }),
      reason: `PostgreSQL cannot store the NUL character in "host" of the variable group "${GROUP}"`,
    },
    {
      templateId: await template({ environment_id: await group('{"host":"\\ud800"}') }),
      reason: `PostgreSQL cannot store half of a surrogate pair in "host" of the variable group "${GROUP}"`,
    },
    {
      templateId: await template({ environment_id: await group(`{"deep":${nested}}`) }),
      reason: `"deep" of the variable group "${GROUP}" is nested too deeply: it has ${DEPTH} levels`,
    },
    {
      templateId: await template({ environment_id: await addDamagedSecret(database, await group('{}')) }),
      reason: 'The secret "PASSWORD" cannot be opened: This is not a sealed secret',
    },
    {
      templateId: await template({ repository_id: await addDamagedKey(client, database, project, gitUrl) }),
      reason: 'The key "Damaged key" cannot be opened: This is not a sealed secret',
    },
    {
      templateId: await spoilTasks(database, await template()),
      reason: 'PostgreSQL cannot store the NUL character in "host" of the variables of the task',
    },
  ];
  return poisons.map((poison) => ({ projectId: project.id, ...poison }));
}

async function addGroup(database: pg.Pool, project: TestProject, json: string): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    'insert into environment (project_id, name, json) values ($1, $2, $3) returning id',
    [project.id, GROUP, json],
  );
  return rows[0]?.id ?? 0;
}

async function addDamagedSecret(database: pg.Pool, groupId: number): Promise<number> {
  await database.query(
    `insert into environment_secret (environment_id, type, name, secret) values ($1, 'env', 'PASSWORD', 'damaged')`,
    [groupId],
  );
  return groupId;
}

async function addDamagedKey(
  client: ApiClient,
  database: pg.Pool,
  { id }: TestProject,
  gitUrl: string,
): Promise<number> {
  const keyId = await client.create(`/project/${id}/keys`, { project_id: id, name: 'Damaged key', type: 'none' });
  await database.query(`update access_key set type = 'login_password', secret = 'damaged' where id = $1`, [keyId]);
  const repository = { project_id: id, name: 'Damaged', git_url: gitUrl, git_branch: 'main', ssh_key_id: keyId };
  return client.create(`/project/${id}/repositories`, repository);
}

/** Every new task of the template has variables that no column of JSON can hold. */
async function spoilTasks(database: pg.Pool, templateId: number): Promise<number> {
  await database.query(
    `create function spoil_task() returns trigger language plpgsql as
       $$ begin new.environment := '{"host":"a\\u0000b"}'; return new; end $$`,
  );
  await database.query(
    `create trigger spoil_task before insert on task for each row when (new.template_id = ${templateId})
       execute function spoil_task()`,
  );
  return templateId;
}
