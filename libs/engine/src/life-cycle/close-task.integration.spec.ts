import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newRunner, newTask } from '@switchyard/database/testing';
import { closeTask } from './close-task.js';
import { expireLeases } from '../leases/expire-leases.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe(closeTask.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());

  const failure = { from: 'starting', to: 'error', outcome: 'error', end: null } as const;

  it('should not end a later attempt for what an earlier one reported', async () => {
    await newRunner(fixture.source);
    const { id: taskId } = await newTask(fixture.source, await fixture.template());
    await fixture.assign();
    await fixture.expireAll();
    await expireLeases(fixture.engine);
    await fixture.assign();
    expect(await closeTask(fixture.source, { ...failure, taskId, attemptNumber: 1 })).toBeUndefined();
    expect(await fixture.attempt(taskId)).toMatchObject({ number: 2, status: 'starting' });
    expect(await closeTask(fixture.source, { ...failure, taskId, attemptNumber: 2 })).toMatchObject({
      status: 'error',
    });
  });

  it('should refuse a status that is not final', async () => {
    const open = { ...failure, taskId: 1, attemptNumber: 1, to: 'stopping' as const };
    await expect(closeTask(fixture.source, open)).rejects.toThrow('final');
  });
});
