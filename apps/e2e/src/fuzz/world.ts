import { randomUUID } from 'node:crypto';
import {
  PollAnswer,
  type RegistrationTokenWithSecret,
  type RunnerWithSecrets,
  type SealedJob,
} from '@switchyard/contracts';
import { eventually, HttpClient, newRunnerKeys, ProtocolClient } from '@switchyard/testing';
import pg from 'pg';
import { ApiClient } from '../support/api-client.js';
import { createUser, PASSWORD } from '../support/people.js';
import { createProject, createTemplate, runTask, type TestProject } from '../support/project.js';
import type { TestStack } from '../support/stack.js';
import type { Known } from './valid-value.js';

/** Who makes the requests, beside a runner. */
export interface Callers {
  admin: ApiClient;
  owner: ApiClient;
  guest: ApiClient;
  stranger: ApiClient;
}

/**
 * A project with something of every kind, people and a runner of its own: what requests refer to. Requests may destroy
 * it; then comes the next one.
 */
export interface FuzzWorld {
  callers: Callers;
  runner: ProtocolClient;
  known: Known;
}

const SURVEY = [
  { name: 'question', title: 'Question', type: '', required: true },
  { name: 'level', title: 'Level', type: 'enum', values: [{ name: 'a', value: 'a' }] },
];

export async function createWorld(stack: TestStack, http: HttpClient): Promise<FuzzWorld> {
  await forgetTries(stack);
  // A session may make what lasts for ten minutes only.
  const root = await stack.admin();
  await root.call('POST', '/apps/bash/active', { active: true });
  const app = `fuzz-${randomUUID().slice(0, 8)}`;
  await root.call('POST', `/apps/${app}`, { title: 'Fuzz', path: '/bin/sh', active: true });
  const project = await createProject(root, `https://host.example/${randomUUID().slice(0, 8)}.git`);
  const [people, runner] = [await createPeople(root, project), await createRunner(stack.address, root, http)];
  const things = await createThings(root, project, runner.tag);
  const job = await takeJob(runner.client);
  const known = new Map<string, number | string>([
    ...Object.entries(things),
    ['app', app],
    ['appid', app],
    ['project', project.id],
    ['key', project.keyId],
    ['repository', project.repositoryId],
    ['inventory', project.inventoryId],
    ['user', people.member],
    ['runner', runner.id],
    ['attempt', job.attempt],
    ['lease', job.lease],
  ]);
  return { callers: people.callers, runner: runner.client, known };
}

/** So many wrong passwords come from this address that it would have to wait. */
async function forgetTries(stack: TestStack): Promise<void> {
  const client = new pg.Client({ connectionString: stack.postgres.url });
  await client.connect();
  await client.query('delete from sign_in_limit');
  await client.end();
}

async function createPeople(root: ApiClient, project: TestProject): Promise<{ callers: Callers; member: number }> {
  const create = async (role: string, more: object = {}): Promise<{ id: number; client: ApiClient }> => {
    const name = `${role}-${randomUUID().slice(0, 8)}`;
    const id = await createUser(root, name, more);
    if (role !== 'admin') {
      await root.call('POST', `/project/${project.id}/users`, { user_id: id, role });
    }
    const client = new ApiClient(root.address);
    await client.signIn(name, PASSWORD);
    return { id, client };
  };
  const [admin, owner, guest, member] = await Promise.all([
    create('admin', { admin: true }),
    create('owner'),
    create('guest'),
    create('task_runner'),
  ]);
  const stranger = new ApiClient(root.address);
  return {
    callers: { admin: admin.client, owner: owner.client, guest: guest.client, stranger },
    member: member.id,
  };
}

async function createRunner(
  url: string,
  root: ApiClient,
  http: HttpClient,
): Promise<{ id: number; tag: string; client: ProtocolClient }> {
  const tag = randomUUID().slice(0, 8);
  const { publicKey, secretKey } = newRunnerKeys();
  const settings = { name: `fuzz-${tag}`, tags: [tag], public_key: publicKey, max_parallel_tasks: 4, active: true };
  const { id, token } = await root.call<RunnerWithSecrets>('POST', '/runners', settings);
  const identity = { name: settings.name, token, secretKey };
  const client = new ProtocolClient({ url, identity, http, skewMs: () => 0 });
  await client.info();
  return { id, tag, client };
}

async function createThings(
  root: ApiClient,
  project: TestProject,
  tag: string,
): Promise<Record<string, number | string>> {
  const within = `/project/${project.id}`;
  const environment = await root.create(`${within}/environment`, {
    project_id: project.id,
    name: 'Environment',
    json: '{"a":"b"}',
    env: '{"A":"b"}',
    secrets: [{ type: 'var', name: 'secret', secret: 'hidden-value', operation: 'create' }],
  });
  const template = await createTemplate(root, project, {
    environment_id: environment,
    survey_vars: SURVEY,
    allow_override_args_in_task: true,
    allow_override_branch_in_task: true,
  });
  const tagged = await createTemplate(root, project, { name: 'Tagged', runner_tag: tag });
  const task = await runTask(root, project, tagged, { message: 'for the runner' });
  const token = await root.call<RegistrationTokenWithSecret>('POST', `${within}/runner_registration_tokens`, {
    name: 'token',
    tags: [],
  });
  return { environment, template, task, token: token.id, registration_token: token.token, totp: 1 };
}

/** Takes the tagged task, so that calls about an attempt have one. */
function takeJob(runner: ProtocolClient): Promise<SealedJob> {
  const poll = { held: [], apps: [{ id: 'bash', version: '5.2' }], version: '1', max_parallel_tasks: 4 };
  return eventually(
    async () => {
      const answer = PollAnswer.parse(await runner.call('poll', { ...poll, instance: 'fuzz', platform: 'linux x64' }));
      const [job] = answer.jobs;
      if (!job) {
        throw new Error('the runner has got no job');
      }
      return job;
    },
    { timeout: 60_000 },
  );
}
