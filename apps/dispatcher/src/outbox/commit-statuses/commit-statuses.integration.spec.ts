import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { accessKeyContext, TaskInput, type TaskStatus } from '@switchyard/contracts';
import { AccessKey, type GitRepository, OutboxMessage, type Task } from '@switchyard/database';
import {
  migratedDatabase,
  type MigratedDatabase,
  newAccessKey,
  newGitRepository,
  newProject,
  newTemplate,
} from '@switchyard/database/testing';
import { type Engine, launchTask } from '@switchyard/engine';
import { parseSecretKey, SecretBox } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { ENGINE } from '../../infrastructure/tokens.js';
import { startDispatcher } from '../../testing/dispatcher-under-test.js';
import { PUBLISHED } from '../../testing/published-shapes.js';
import { NotificationSink } from '../../testing/webhook-sink.js';
import { Outbox } from '../outbox.js';

const SECRET_KEY = randomBytes(32).toString('base64');
const box = new SecretBox(parseSecretKey(SECRET_KEY));
const COMMIT = 'c0ffee'.padEnd(40, '1');

describe('what is reported of a commit', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext;
  let forge: NotificationSink;
  let projectId: number;
  let templateId: number;

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  beforeEach(async () => {
    forge = await NotificationSink.open();
    forge.answer = (answer) => answer.writeHead(201).end('{}');
    projectId = (await newProject(database.dataSource)).id;
    await template();
  });
  afterEach(async () => {
    await dispatcher.close();
    await forge.close();
    for (const table of ['project', 'outbox_message', 'outbox_target']) {
      await database.dataSource.query(`delete from ${table}`);
    }
  });
  afterAll(() => database.drop());

  /** A template of a repository at a Gitea that is this stand-in. */
  async function template(part: Partial<GitRepository> = {}, credential: object = {}): Promise<void> {
    const key = await newAccessKey(database.dataSource, { projectId, type: 'login_password' });
    const login = { type: 'login_password', login: '', password: 'the-token', ...credential };
    const secret = box.seal(JSON.stringify(login), accessKeyContext(key.id));
    await database.dataSource.manager.update(AccessKey, { id: key.id }, { secret });
    const { id: repositoryId } = await newGitRepository(database.dataSource, {
      projectId,
      forge: 'gitea',
      webUrl: `${forge.origin}/ops/site`,
      statusKeyId: key.id,
      ...part,
    });
    const row = { projectId, repositoryId, name: 'Deploy', allowOverrideBranchInTask: true };
    ({ id: templateId } = await newTemplate(database.dataSource, row));
  }

  const start = async (settings: Record<string, string> = {}): Promise<void> => {
    dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_SECRET_KEY: SECRET_KEY,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      SWITCHYARD_WEB_HOST: 'https://yard.example',
      ...settings,
    });
  };

  async function launch(commit_hash: string | null = COMMIT): Promise<Task> {
    const input = TaskInput.parse({ template_id: templateId, commit_hash });
    const made = await launchTask(dispatcher.get<Engine>(ENGINE), { kind: 'autorun' }, { projectId, input });
    return 'task' in made ? made.task : Promise.reject(new Error('the task is known'));
  }

  /** Moves a task as the engine does, without a runner. */
  async function move({ id }: Task, from: TaskStatus, to: TaskStatus): Promise<void> {
    await database.dataSource.query(
      `with moved as (update task set status = $3 where id = $1 returning id, project_id)
       insert into task_event (task_id, project_id, kind, from_status, to_status, origin)
         select id, project_id, 'started', $2, $3, 'system' from moved`,
      [id, from, to],
    );
    dispatcher.get<Engine>(ENGINE).signals.taskChanged({ id, project_id: projectId } as never);
  }

  const reported = () => forge.calls.map(({ body }) => JSON.parse(body) as { state: string; description: string });
  const messages = () => database.dataSource.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });
  const retryNow = async () => {
    await database.dataSource.query('update outbox_message set next_try = now() where ended is null');
    await database.dataSource.query('update outbox_target set held_until = now()');
    await dispatcher.get(Outbox).run();
  };

  it('should be each state of its task, in the shape that the forge publishes, with a link', async () => {
    await start();
    const task = await launch();
    await eventually(() => expect(reported()).toHaveLength(1));
    const moves: [TaskStatus, TaskStatus][] = [
      ['waiting', 'running'],
      ['running', 'waiting_confirmation'],
      ['waiting_confirmation', 'running'],
      ['running', 'success'],
    ];
    for (const [index, [from, to]] of moves.entries()) {
      await move(task, from, to);
      await eventually(() => expect(reported()).toHaveLength(index + 2));
    }
    expect(reported().map(({ state, description }) => `${state}: ${description}`)).toEqual([
      'pending: Waiting for a runner',
      'pending: Running',
      'pending: Waiting for confirmation',
      'pending: Running',
      'success: Succeeded',
    ]);
    for (const { path, headers, body } of forge.calls) {
      expect(path).toBe(`/api/v1/repos/ops/site/statuses/${COMMIT}`);
      expect(headers).toMatchObject({ authorization: 'token the-token' });
      expect(PUBLISHED.gitea.body.parse(JSON.parse(body))).toMatchObject({
        context: 'switchyard/Deploy',
        target_url: `https://yard.example/project/${projectId}/templates/${templateId}?t=${task.id}`,
      });
    }
    expect((await messages()).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  }, 120_000);

  it('should be tried again where the forge is away, the last state alone, and be shown as dead in the end', async () => {
    forge.answer = (answer) => answer.writeHead(503).end();
    await start();
    const task = await launch();
    await eventually(async () => expect(await messages()).toMatchObject([{ tries: 1, error: 'http_status' }]));
    await move(task, 'waiting', 'error');
    await eventually(async () =>
      expect((await messages()).map(({ payload }) => payload['progress'])).toEqual(['failure']),
    );
    await database.dataSource.query(`update outbox_message set since = now() - interval '25 h'`);
    await retryNow();
    await eventually(async () =>
      expect(await messages()).toMatchObject([{ status: 'dead', error: 'http_status', projectId }]),
    );
    expect(await database.dataSource.query('select status from task')).toEqual([{ status: 'error' }]);
  }, 120_000);

  it('should be nothing without a key, without a commit, or of a shortened one', async () => {
    await start();
    await launch(null);
    await launch('c0ffee1');
    await template({ statusKeyId: null });
    await launch();
    await template();
    await launch();
    await eventually(() => expect(reported()).toHaveLength(1));
    expect(await messages()).toHaveLength(1);
  }, 60_000);

  it.each<[string, Partial<GitRepository>, object, Record<string, string>, string]>([
    ['an address that is not allowed', {}, {}, { SWITCHYARD_OUTBOUND_ALLOW: 'none' }, 'refused'],
    ['a key without a password', {}, { password: '' }, {}, 'no_secret'],
    ['a forge that takes none', { forge: 'gogs' }, {}, {}, 'address'],
    ['another secret key', {}, {}, { SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64') }, 'secret_unreadable'],
  ])('should fail visibly for %s', async (_, row, credential, settings, error) => {
    await template(row, credential);
    await start(settings);
    await launch();
    await eventually(async () => expect(await messages()).toMatchObject([{ status: 'pending', error }]));
    expect(forge.calls).toEqual([]);
  });
});
