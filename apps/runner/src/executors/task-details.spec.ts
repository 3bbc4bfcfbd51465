import { describe, expect, it } from '@jest/globals';
import { exampleJob, LOCAL_INVENTORY } from '../testing/recorded-attempt.js';
import { taskDetails, taskDetailVariables } from './task-details.js';

describe('taskDetails', () => {
  it('should add commit, inventory and repository to the details from the control plane', () => {
    const job = exampleJob('/x', { inventory: LOCAL_INVENTORY, details: { id: 7, message: 'hello world' } });
    expect(taskDetails(job, { hash: 'abcd', message: 'Subject', branch: 'main' })).toEqual({
      id: 7,
      message: 'hello world',
      commit_hash: 'abcd',
      commit_message: 'Subject',
      inventory_id: 1,
      inventory_name: 'Local',
      repository_id: 1,
      repository_name: 'Sources',
    });
  });
});

describe('taskDetailVariables', () => {
  it('should give raw values and leave out what is not known', () => {
    expect(taskDetailVariables({ id: 7, message: `it's "raw"`, url: null, 'bad-name': 'x' })).toEqual({
      SWITCHYARD_TASK_ID: '7',
      SWITCHYARD_TASK_MESSAGE: `it's "raw"`,
      SEMAPHORE_TASK_DETAILS_ID: '7',
      SEMAPHORE_TASK_DETAILS_MESSAGE: `it's "raw"`,
    });
    expect(taskDetailVariables({ type: 'build', target_version: '1.2' })).toMatchObject({
      SEMAPHORE_TASK_TYPE: 'build',
      SEMAPHORE_TASK_TARGET_VERSION: '1.2',
    });
  });
});
