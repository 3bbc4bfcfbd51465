import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Runner } from '@switchyard/database';
import { newProject } from '@switchyard/database/testing';
import { RunnerClient } from '../../testing/runner-client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

describe('the check of a runner', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('should return what the control plane has of the runner', async () => {
    const project = await newProject(test.dataSource);
    const state = { active: false, draining: true, pausedReason: 'the disk is full', tags: ['linux', 'big'] };
    const client = await RunnerClient.create(test, { ...state, projectId: project.id });
    expect(await client.call('check')).toMatchObject({
      status: 200,
      body: {
        runner_id: client.runner.id,
        name: client.runner.name,
        project: project.name,
        active: false,
        draining: true,
        paused_reason: 'the disk is full',
        tags: ['linux', 'big'],
      },
    });
  });

  it('should name no project for a runner that serves all', async () => {
    const client = await RunnerClient.create(test);
    expect(await client.call('check')).toMatchObject({ body: { project: null, active: true, tags: [] } });
  });

  it('should leave the runner as it was, a hung one silent', async () => {
    const touched = new Date(Date.now() - 3_600_000);
    const client = await RunnerClient.create(test, { touched });
    const stored = (): Promise<Runner | null> => test.dataSource.manager.findOneBy(Runner, { id: client.runner.id });
    const before = await stored();
    expect((await client.call('check')).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect(before?.touched).toEqual(touched);
  });

  it('should be refused without a signature that holds, like every other call', async () => {
    const client = await RunnerClient.create(test);
    const bent = { key: randomBytes(32) };
    expect(await client.call('check', {}, bent)).toMatchObject({ status: 401, body: { error: 'BAD_SIGNATURE' } });
  });
});
