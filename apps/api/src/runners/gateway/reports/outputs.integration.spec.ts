import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AttemptLease, encodeSealedFrame, type PublishedOutput, type NamedOutput } from '@switchyard/contracts';
import { newProject } from '@switchyard/database/testing';
import { type Engine } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { signInAs } from '../../../testing/client.js';
import { type HeldTask, heldTask } from '../../../testing/poisoned-tasks.js';
import { startProjectFixture, type ProjectFixture } from '../../../testing/project-fixture.js';
import { type GatewayAnswer, RunnerClient } from '../../../testing/runner-client.js';

const SECRET = 'hunter22-secret';
const OUTPUTS = [
  { name: 'version', value: '1.10', secret: false },
  { name: 'hosts', value: [{ b: 1, a: null }], secret: false },
  { name: 'password', value: 'from-terraform', secret: true },
  { name: 'url', value: { of: `https://ada:${SECRET}@x` }, secret: false },
];
const SHOWN: NamedOutput[] = [
  { name: 'hosts', type: 'list', secret: false, value: [{ b: 1, a: null }] },
  { name: 'password', type: 'string', secret: true, value: null },
  { name: 'url', type: 'object', secret: true, value: null },
  { name: 'version', type: 'string', secret: false, value: '1.10' },
];

describe('the outputs of a task', () => {
  let test: ProjectFixture;
  let runner: RunnerClient;
  beforeAll(async () => {
    test = await startProjectFixture();
    runner = await RunnerClient.create(test);
  });
  afterAll(() => test.close());

  const held = (): Promise<HeldTask> => heldTask(test, [SECRET]);

  function send(mine: AttemptLease, outputs: unknown, by = runner, key = by.sharedKey): Promise<GatewayAnswer> {
    const nonce = nacl.randomBytes(nacl.box.nonceLength);
    const head = { attempt: mine.attempt, lease: mine.lease, nonce: Buffer.from(nonce).toString('base64') };
    const text = typeof outputs === 'string' ? outputs : JSON.stringify(outputs);
    const sealed = nacl.box.after(new Uint8Array(Buffer.from(text)), nonce, key);
    return by.send(by.request('outputs', encodeSealedFrame({ head, sealed })));
  }
  const read = ({ projectId, taskId }: HeldTask, client = test.admin) =>
    client.get(`/api/project/${projectId}/tasks/${taskId}/outputs`);
  const stored = async ({ taskId }: HeldTask) =>
    (
      await test.dataSource.query<{ outputs: unknown; secrets: string | null }[]>(
        'select outputs, secrets from task_outputs where task_id = $1',
        [taskId],
      )
    )[0];

  it('should be read by name with their types, without the secret values, which are encrypted', async () => {
    const mine = await held();
    expect((await read(mine)).json()).toEqual([]);
    expect((await send(mine, [{ name: 'old', value: 1, secret: true }])).status).toBe(204);
    expect((await send(mine, OUTPUTS)).status).toBe(204);
    expect((await read(mine)).json()).toEqual(SHOWN);
    const row = await stored(mine);
    expect(JSON.stringify(row)).not.toMatch(/hunter22|from-terraform/);
    const { secrets } = test.app.get<Engine>(ENGINE);
    const values = JSON.parse(await secrets.openText(row?.secrets ?? '', `task_outputs:${mine.taskId}`)) as unknown;
    expect(values).toEqual({ password: 'from-terraform', url: { of: `https://ada:${SECRET}@x` } });
  });

  it('should not be published under a name that holds a secret', async () => {
    const mine = await held();
    expect((await send(mine, [{ name: SECRET, value: 1, secret: false }])).status).toBe(204);
    expect((await read(mine)).json()).toEqual([]);
  });

  it('should be those of the last attempt alone', async () => {
    const mine = await held();
    await send(mine, OUTPUTS);
    await test.dataSource.query(
      `insert into attempt (task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status)
         select task_id, number + 1, project_id, template_id, runner_id, gen_random_uuid(), lease_until, 'ended'
           from attempt where id = $1`,
      [mine.attempt],
    );
    expect((await read(mine)).json()).toEqual([]);
  });

  it('should be out of reach through another project, and for strangers, and go with their task', async () => {
    const mine = await held();
    await send(mine, OUTPUTS);
    const { id: projectId } = await newProject(test.dataSource);
    expect((await read({ ...mine, projectId })).status).toBe(404);
    expect((await read(mine, await signInAs(test, projectId, 'owner'))).status).toBe(404);
    expect((await read(mine, await signInAs(test, mine.projectId, 'guest'))).json()).toEqual(SHOWN);
    await test.dataSource.query('delete from task where id = $1', [mine.taskId]);
    expect(await stored(mine)).toBeUndefined();
  });

  it('should be taken from the runner that holds the attempt alone', async () => {
    const mine = await held();
    const other = await RunnerClient.create(test);
    const lost = { status: 409, body: { code: 'LEASE_LOST' } };
    expect(await send(mine, OUTPUTS, other)).toMatchObject(lost);
    expect(await send({ ...mine, lease: (await held()).lease }, OUTPUTS)).toMatchObject(lost);
    const end = { outcome: 'success', exit_code: 0, signal: null, reason: null, lines: 0, bytes: 0 };
    await runner.call('start', { attempt: mine.attempt, lease: mine.lease });
    expect((await runner.call('finish', { attempt: mine.attempt, lease: mine.lease, ...end })).status).toBe(200);
    expect(await send(mine, OUTPUTS)).toMatchObject(lost);
    expect((await read(mine)).json()).toEqual([]);
  });

  const output = (part: Partial<PublishedOutput>) => [{ name: 'a', value: 1, secret: false, ...part }];

  it.each<[string, unknown]>([
    ['no JSON', '[{'],
    ['no list', {}],
    ['of another form', [{ name: 'a', value: 1 }]],
    ['of a name that none may have', output({ name: '1a' })],
    ['of one name', [...output({}), ...output({ value: 2 })]],
    ['too many', Array.from({ length: 101 }, (_, i) => output({ name: `n${i}` })[0])],
    ['too large', output({ value: 'x'.repeat(262_144) })],
    ['too large together', ['a', 'b'].flatMap((name) => output({ name, value: 'x'.repeat(131_072) }))],
    ['nested too deep', `[{"name":"a","secret":false,"value":${'['.repeat(34)}${']'.repeat(34)}}]`],
  ])('should be refused when they are %s', async (_what, outputs) => {
    const mine = await held();
    expect(await send(mine, outputs)).toMatchObject({ status: 400, body: { code: 'outputs_unreadable' } });
    expect((await read(mine)).json()).toEqual([]);
  });

  it('should be refused when they do not open', async () => {
    const mine = await held();
    expect((await send(mine, OUTPUTS, runner, nacl.randomBytes(32))).status).toBe(400);
    expect((await runner.call('outputs', { attempt: mine.attempt, lease: mine.lease })).status).toBe(400);
  });
});
