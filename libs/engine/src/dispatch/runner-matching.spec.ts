import { describe, expect, it } from '@jest/globals';
import { lowerLimit, pickRunner, tagFits } from './runner-matching.js';
import { drainRunner as runner } from '../testing/drain-runner.js';

const demand = { projectId: 1, tag: '', app: 'bash' };

describe(tagFits.name, () => {
  it.each([
    ['', [], true],
    ['', ['gpu'], false],
    ['gpu', [], false],
    ['gpu', ['dmz', 'gpu'], true],
    ['gpu', ['dmz'], false],
  ])('should match tag "%s" with %j: %s', (tag, tags, fits) => {
    expect(tagFits({ tags }, tag)).toBe(fits);
  });

  it('should let a default runner take tasks without a tag, and others none beside it', () => {
    const tags = ['gpu'];
    expect([tagFits({ tags, takesUntagged: true }, ''), tagFits({ tags, takesUntagged: true }, 'gpu')]).toEqual([
      true,
      true,
    ]);
    expect(tagFits({ tags: [], takesUntagged: false }, '')).toBe(false);
  });
});

describe(pickRunner.name, () => {
  it('should take the least loaded, then the oldest', () => {
    const runners = [runner({ id: 3, used: 1 }), runner({ id: 2, used: 1 }), runner({ id: 1, used: 2 })];
    expect(pickRunner(runners, demand, 7)?.id).toBe(2);
  });

  it('should prefer a runner of the project to a global one, even when it has more to do', () => {
    const runners = [runner({ id: 1 }), runner({ id: 2, projectId: 1, used: 4 }), runner({ id: 3, projectId: 2 })];
    expect(pickRunner(runners, demand, 7)?.id).toBe(2);
  });

  it('should prefer the runner that prepares the task to one with less to do, and one of the project to both', () => {
    const [idle, preparing] = [runner({ id: 1 }), runner({ id: 2, used: 3, limit: 4, reserved: [7] })];
    expect(pickRunner([idle, preparing], demand, 7)?.id).toBe(2);
    expect(pickRunner([idle, preparing], demand, 8)?.id).toBe(1);
    expect(pickRunner([idle, preparing, runner({ id: 3, projectId: 1 })], demand, 7)?.id).toBe(3);
    expect(pickRunner([idle, { ...preparing, used: 4 }], demand, 7)?.id).toBe(1);
  });

  it('should pass over full runners and those of other projects, tags and apps', () => {
    const runners = [
      runner({ id: 1, limit: 2, used: 2 }),
      runner({ id: 2, projectId: 2 }),
      runner({ id: 3, tags: ['gpu'] }),
      runner({ id: 4, apps: ['ansible'] }),
    ];
    expect(pickRunner(runners, demand, 7)).toBeUndefined();
  });
});

describe(lowerLimit.name, () => {
  it('should take 0 for no limit', () => {
    expect([lowerLimit(0, 0), lowerLimit(0, 3), lowerLimit(4, 0), lowerLimit(4, 3)]).toEqual([0, 3, 4, 3]);
  });
});
