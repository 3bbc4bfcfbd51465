import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import type { ApiClient } from '../support/api-client.js';
import { PlainSocket } from '../support/plain-socket.js';
import { createTemplate, runTask, type TestProject } from '../support/project.js';
import { expectedLines, slowLines } from '../support/scripts.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

describe('a plain WebSocket client', () => {
  let place: Workplace;
  let client: ApiClient;
  let project: TestProject;
  let token: string;

  beforeAll(async () => {
    place = await openWorkplace({ 'run.sh': slowLines(50, 0.01) }, { git: 'path', shared: true });
    ({ client, project } = place);
    token = (await client.call<{ id: string }>('POST', '/user/tokens')).id;
  });

  afterAll(() => place.close());

  it('should receive every status and every line once, in order, with an API token alone', async () => {
    const socket = await PlainSocket.open(client, { authorization: `Bearer ${token}` });
    const template = await createTemplate(client, project, {});
    const task = await runTask(client, project, template);
    await socket.untilUpdate(task, 'success');
    await eventually(() => socket.lines(task).filter((line) => line.startsWith('line ')).length >= 50);
    expect(socket.lines(task).filter((line) => line.startsWith('line '))).toEqual(expectedLines(50));
    const statuses = socket.messages.flatMap((m) => (m.type === 'update' && m.task_id === task ? [m.status] : []));
    expect([...new Set(statuses)]).toEqual(['waiting', 'starting', 'running', 'success']);
    socket.close();
  });

  it('should be refused without a session, and from a page of another site', async () => {
    await expect(PlainSocket.open(client, {})).rejects.toThrow('401');
    await expect(PlainSocket.open(client, { ...client.headers, origin: 'https://evil.example' })).rejects.toThrow(
      '401',
    );
  });

  it('should stop receiving when the token is deleted', async () => {
    const socket = await PlainSocket.open(client, { authorization: `Bearer ${token}` });
    await client.call('DELETE', `/user/tokens/${token.slice(0, 8)}`);
    await eventually(() => socket.closed);
  });
});
