import { describe, expect, it } from '@jest/globals';
import { distinctOffers, distinctReaches } from './runner-offers.js';
import { drainRunner as runner } from '../testing/drain-runner.js';

describe(distinctReaches.name, () => {
  it('should name each tag once, and no project in which a runner for all of them has it', () => {
    const free = [
      runner({ projectId: 7, tags: ['gpu', 'dmz'] }),
      runner({ tags: ['gpu'] }),
      runner({ tags: ['gpu'] }),
      runner({ projectId: 7, tags: ['dmz'] }),
    ];
    expect(distinctReaches(free)).toEqual([
      { tag: 'gpu', projectId: null },
      { tag: 'dmz', projectId: 7 },
    ]);
  });

  it('should take a runner without tags for one that has the empty tag', () => {
    expect(distinctReaches([runner()])).toEqual([{ tag: '', projectId: null }]);
  });
});

describe(distinctOffers.name, () => {
  it('should name each combination once', () => {
    const free = [runner({ tags: ['gpu'], apps: ['bash', 'tofu'] }), runner({ tags: ['gpu'] })];
    expect(distinctOffers(free)).toEqual([
      { tag: 'gpu', projectId: null, app: 'bash' },
      { tag: 'gpu', projectId: null, app: 'tofu' },
    ]);
  });
});
