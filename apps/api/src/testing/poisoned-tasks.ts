import { randomBytes } from 'node:crypto';
import type { AttemptLease } from '@switchyard/contracts';
import type { EnvironmentSecret, Task } from '@switchyard/database';
import { EnvironmentSecret as Secret } from '@switchyard/database';
import {
  newAccessKey,
  newEnvironment,
  newGitRepository,
  newProject,
  newTask,
  newTemplate,
} from '@switchyard/database/testing';
import { SecretBox } from '@switchyard/server';
import { sealEnvironmentSecret } from '../resources/environments/stored-secret.js';
import { sealCredential } from '../resources/keys/stored-credential.js';
import { assignWaiting } from './runner-client.js';
import type { TestApp } from './test-app.js';

/** Makes a waiting task of a project of its own whose job cannot be made. Its rows pass by what the API would refuse. */
type Poison = (test: TestApp) => Promise<Task>;

/** Rows of a template, of the project that is given. */
type Rows = { environmentId?: number; repositoryId?: number };

async function taskOf(
  { dataSource }: TestApp,
  rows: (projectId: number) => Promise<Rows> | Rows,
  task: Partial<Task> = {},
): Promise<Task> {
  const { id: projectId } = await newProject(dataSource);
  const template = await newTemplate(dataSource, { projectId, ...(await rows(projectId)) });
  return newTask(dataSource, template, task);
}

const withTask =
  (task: Partial<Task>): Poison =>
  (test) =>
    taskOf(test, () => ({}), task);

const withGroup =
  (group: { json?: string; env?: string }): Poison =>
  (test) =>
    taskOf(test, async (projectId) => ({
      environmentId: (await newEnvironment(test.dataSource, { projectId, name: 'the group', ...group })).id,
    }));

/** A list in a list in a list, so many times, as JSON. */
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** @param secret the ciphertext of the key's row, made for its id */
const withKey =
  (secret: (test: TestApp, id: number) => string): Poison =>
  (test) =>
    taskOf(test, async (projectId) => {
      const { dataSource } = test;
      const { id: sshKeyId } = await newAccessKey(dataSource, { projectId, name: 'the key', type: 'login_password' });
      await dataSource.query('update access_key set secret = $2 where id = $1', [sshKeyId, secret(test, sshKeyId)]);
      return { repositoryId: (await newGitRepository(dataSource, { projectId, sshKeyId })).id };
    });

const login = { type: 'login_password', login: 'l', password: 'a password' } as const;
const githubApp = {
  type: 'github_app',
  server: '',
  app_id: '1',
  installation_id: '',
  private_key: 'a private key',
} as const;
const otherBox = new SecretBox(randomBytes(32));

/** @param secrets plain values; stored sealed, unless `sealed` makes something else of them */
export const withSecrets =
  (secrets: readonly string[], sealed?: (row: EnvironmentSecret) => string): Poison =>
  (test) =>
    taskOf(test, async (projectId) => {
      const { dataSource, app } = test;
      const { id: environmentId } = await newEnvironment(dataSource, { projectId });
      for (const [i, secret] of secrets.entries()) {
        const row = { environmentId, type: 'env' as const, name: `SECRET_${i}`, secret: '' };
        const stored = await dataSource.manager.save(Secret, row);
        const box = app.get(SecretBox);
        const text = sealed?.(stored) ?? sealEnvironmentSecret(box, stored.id, secret);
        await dataSource.manager.update(Secret, { id: stored.id }, { secret: text });
      }
      return { environmentId };
    });

/** 64 KiB of different lines of four characters. */
export const shortLines = (prefix = 'q'): string =>
  Array.from({ length: 13_000 }, (_, i) => i.toString(36).padStart(4, prefix)).join('\n');

/** Changes that make a job impossible, and the reason that the task must end with. */
export const POISONS: readonly [name: string, poison: Poison, reason: RegExp][] = [
  [
    'task variables with NUL',
    withTask({ environment: '{"ok":1,"host":["a\\u0000b"]}' }),
    /cannot store the NUL character in "host" of the variables of the task/,
  ],
  [
    'task variables with half a surrogate pair',
    withTask({ environment: '{"host":"\\ud800"}' }),
    /cannot store half of a surrogate pair in "host" of the variables of the task/,
  ],
  [
    'a variable named with NUL',
    withTask({ environment: '{"a\\u0000b":1}' }),
    /cannot store the NUL character in the name "a\ufffdb" of the variables of the task/,
  ],
  [
    'a variable group with NUL',
    withGroup({ json: '{"deep":{"er":"\\u0000"}}' }),
    /the NUL character in "deep" of the variable group "the group"/,
  ],
  [
    'an environment variable with NUL',
    withGroup({ env: '{"PATH":"\\u0000"}' }),
    /the NUL character in "PATH" of the variable group "the group"/,
  ],
  [
    'a variable group nested 6,000 deep',
    withGroup({ json: `{"deep":${nested(6_000)}}` }),
    /"deep" of the variable group "the group" is nested too deeply: it has 6000 levels/,
  ],
  [
    'a variable group nested 200,000 deep',
    withGroup({ json: `{"deep":${nested(200_000)}}` }),
    /variable group "the group" is nested too deeply/,
  ],
  ['a damaged key', withKey(() => 'damaged'), /The key "the key" cannot be opened: This is not a sealed secret/],
  [
    'a key of another installation',
    withKey((_, id) => sealCredential(otherBox, id, login) ?? ''),
    /The key "the key" cannot be opened: .* not among the configured keys/,
  ],
  [
    'a key of another row',
    withKey(({ app }, id) => sealCredential(app.get(SecretBox), id + 1, login) ?? ''),
    /The key "the key" cannot be opened/,
  ],
  [
    'a key that holds something else',
    withKey(({ app }, id) => app.get(SecretBox).seal('{"type":"ssh"}', `access_key:${id}`)),
    /The key "the key" cannot be opened: it holds no credential/,
  ],
  [
    'a GitHub App for a key',
    withKey(({ app }, id) => sealCredential(app.get(SecretBox), id, githubApp) ?? ''),
    /The key "the key" cannot be used: it is a GitHub App, which only opens repositories/,
  ],
  ['a damaged secret', withSecrets(['x'], () => 'damaged'), /The secret "SECRET_0" cannot be opened/],
  ['damaged answers', withTask({ secret: 'damaged' }), /secret answers of the task cannot be opened/],
  [
    'secrets in great numbers',
    withSecrets([shortLines('q'), shortLines('w'), shortLines('z')]),
    /The secrets of the task cannot be masked: they are too many/,
  ],
];

/** An attempt that a runner holds. */
export interface HeldTask extends AttemptLease {
  taskId: number;
  projectId: number;
}

/** A task with these secrets in its job, assigned to a runner that waits for one. */
export async function heldTask(test: TestApp, secrets: readonly string[]): Promise<HeldTask> {
  const { id: taskId, projectId } = await withSecrets(secrets)(test);
  await assignWaiting(test);
  const [lease] = (await test.dataSource.query<AttemptLease[]>(
    'select id as attempt, lease_id as lease from attempt where task_id = $1',
    [taskId],
  )) as [AttemptLease];
  return { ...lease, taskId, projectId };
}
