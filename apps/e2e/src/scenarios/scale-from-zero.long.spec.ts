import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Runner, RunnerNotificationBody, type RunnerWithSecrets, NotificationHeader } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { Part } from '../support/part.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { TestStack } from '../support/stack.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

/** Receiver that starts machines on demand: checks the signature, starts a runner for what is queued. */
class MachineStarter {
  readonly received: RunnerNotificationBody[] = [];
  readonly machines: Part[] = [];
  secret = '';
  private readonly server: Server = createServer((request, answer) => {
    void this.receive(request).then((status) => answer.writeHead(status).end());
  });

  constructor(private readonly machine: (name: string) => Part) {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tasks`;
  }

  async close(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
    this.server.close();
  }

  private async receive(request: IncomingMessage): Promise<number> {
    const body = Buffer.concat(await request.toArray()).toString();
    const timestamp = String(request.headers[NotificationHeader.timestamp]);
    const expected = createHmac('sha256', this.secret).update(`${timestamp}.${body}`).digest('hex');
    if (request.headers[NotificationHeader.signature] !== `sha256=${expected}`) {
      return 403;
    }
    const message = RunnerNotificationBody.parse(JSON.parse(body));
    this.received.push(message);
    if (message.event === 'task.queued') {
      const machine = this.machine(`machine-${this.machines.length}`);
      this.machines.push(machine);
      machine.start();
    }
    return 204;
  }
}

describe('a runner that exists only while there is work', () => {
  let place: Workplace;
  let stack: TestStack;
  let client: ApiClient;
  let project: TestProject;
  let starter: MachineStarter;
  let runner: RunnerWithSecrets;

  beforeAll(async () => {
    place = await openWorkplace(
      { 'run.sh': 'echo burst\n' },
      { stack: { runners: 0, settings: { SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1' } }, git: 'path' },
    );
    ({ stack, client, project } = place);
    const keyFile = join(stack.dir, 'burst.pem');
    starter = new MachineStarter((name) => {
      const settings = { URL: stack.address, TOKEN: runner.token, PRIVATE_KEY_FILE: keyFile, NAME: name };
      const more = { WORK_DIR: join(stack.dir, 'work', name), STOP_GRACE: '8' };
      const env = Object.entries({ ...settings, ...more }).map(([key, value]) => [`SWITCHYARD_RUNNER_${key}`, value]);
      const logs = join(stack.dir, 'logs');
      return new Part(
        name,
        { program: 'apps/runner/dist/runner.cjs', args: ['start', '--one-off'] },
        Object.fromEntries(env),
        logs,
      );
    });
    const webhook = await starter.listen();
    runner = await client.call('POST', '/runners', { name: 'burst', tags: ['burst'], active: true, webhook });
    starter.secret = runner.webhook_secret ?? '';
    await writeFile(keyFile, runner.private_key, { mode: 0o600 });
  });

  afterAll(async () => {
    await starter.close();
    await place.close();
  });

  it('should be started for each task, run it, end by itself, and get the message about the end', async () => {
    const template = await createTemplate(client, project, { name: 'burst', runner_tag: 'burst' });
    const tasks: number[] = [];
    for (const turn of [1, 2]) {
      const task = await runTask(client, project, template);
      tasks.push(task);
      await eventually(() => expect(starter.machines).toHaveLength(turn));
      await client.untilStatus(project.id, task, 'success');
      await eventually(() => expect(starter.received).toHaveLength(2 * turn));
      await eventually(() => expect(starter.machines.filter(({ running }) => running)).toEqual([]));
    }
    expect(starter.machines).toHaveLength(2);
    expect(starter.received.map(({ event, task_id, status }) => [event, task_id, status])).toEqual(
      tasks.flatMap((task) => [
        ['task.queued', task, 'waiting'],
        ['task.finished', task, 'success'],
      ]),
    );
    const { webhook_last: last } = await client.call<Runner>('GET', `/runners/${runner.id}`);
    expect(last).toEqual({ at: expect.any(String), status: 204, code: null, error: null });
  });

  it('should leave a task without a tag alone', async () => {
    const before = starter.received.length;
    const task = await runTask(client, project, await createTemplate(client, project, { name: 'untagged' }));
    await client.call('POST', `/project/${project.id}/tasks/${task}/stop`, {});
    await client.untilEnded(project.id, task);
    expect(starter.received).toHaveLength(before);
  });
});
