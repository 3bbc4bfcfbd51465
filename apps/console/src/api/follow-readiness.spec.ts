import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ProjectReadiness } from '@switchyard/contracts';
import { baseApi } from './base-api.js';
import { followReadiness } from './follow-readiness.js';
import { subscriptions } from './socket.js';

type Blocked = ProjectReadiness['blocked'];
type Runners = ProjectReadiness['runners'];

const blocked = [{}] as Blocked;
const runners = [{}] as Runners;
const readAgain = baseApi.util.invalidateTags(['Readiness']);

describe('followReadiness', () => {
  const leave = jest.fn();
  const dispatch = jest.fn();
  let onRunners: () => void = () => undefined;

  beforeEach(() => {
    jest.spyOn(subscriptions, 'runners').mockImplementation((_projectId, listener) => {
      onRunners = listener;
      return leave;
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    dispatch.mockReset();
    leave.mockReset();
  });

  it.each([
    { when: 'tasks are blocked', data: { blocked, runners }, requests: [[readAgain]] },
    { when: 'there is no runner', data: { blocked: [] as Blocked, runners: [] as Runners }, requests: [[readAgain]] },
    { when: 'nothing is lacking', data: { blocked: [] as Blocked, runners }, requests: [] },
    { when: 'nothing was read yet', data: undefined, requests: [] },
  ])('should answer a change of runners with $requests.length requests while $when', ({ data, requests }) => {
    const entry = data === undefined ? {} : { data };
    void followReadiness(1, { dispatch, getCacheEntry: () => entry, cacheEntryRemoved: new Promise(() => undefined) });
    onRunners();
    expect(dispatch.mock.calls).toEqual(requests);
  });

  it('should stop following once nothing on screen needs the readiness', async () => {
    await followReadiness(1, { dispatch, getCacheEntry: () => ({}), cacheEntryRemoved: Promise.resolve() });
    expect(leave).toHaveBeenCalledTimes(1);
  });
});
