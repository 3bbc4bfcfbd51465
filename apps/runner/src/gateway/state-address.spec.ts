import { describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import { withStateAddress } from './state-address.js';

const state = { address: '/api/terraform/a1', username: 'task', password: 'p' };
const job = { task_id: 7, planning: { state } } as unknown as Job;

describe(withStateAddress.name, () => {
  it.each(['https://switchyard.example.com', 'https://switchyard.example.com/', 'https://switchyard.example.com//'])(
    'should put the path of the state behind %s',
    (url) => {
      const { planning } = withStateAddress(job, { url: new URL(url) });
      expect(planning?.state?.address).toBe('https://switchyard.example.com/api/terraform/a1');
    },
  );

  it('should keep a path of the control plane, and say whom to trust', () => {
    const { planning } = withStateAddress(job, { url: new URL('https://example.com/switchyard'), ca: 'PEM' });
    expect(planning?.state).toEqual({
      ...state,
      address: 'https://example.com/switchyard/api/terraform/a1',
      ca: 'PEM',
    });
  });

  it('should leave a job alone whose state the control plane does not keep', () => {
    const own = { ...job, planning: { state: null } } as unknown as Job;
    expect(withStateAddress(own, { url: new URL('https://example.com') })).toBe(own);
    const none = { ...job, planning: null } as unknown as Job;
    expect(withStateAddress(none, { url: new URL('https://example.com') })).toBe(none);
  });
});
