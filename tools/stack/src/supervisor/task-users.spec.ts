import { describe, expect, it } from '@jest/globals';
import { isFreeRange, parseTaskUsers, rangeOf, runAsOf } from './task-users.js';

const known = {
  uidMap: '         0          0 4294967295\n',
  accounts: 'root:x:0:0:root:/root:/bin/bash\nswitchyard-0:x:700000:700000::/:/bin/sh\n',
  subordinate: 'someone:100000:65536\n',
};

describe(parseTaskUsers.name, () => {
  it.each([
    [undefined, undefined],
    ['off', { kind: 'own' }],
    ['800000-800001', { kind: 'range', first: 800_000, last: 800_001 }],
    ['deploy', { kind: 'account', name: 'deploy' }],
  ])('should read %s', (text, users) => {
    expect(parseTaskUsers(text, 2)).toEqual(users);
  });

  it.each(['root', 'nobody', '0-9', '9-8', '800000-800000', '60000-70000', '1', '-rf', 'a b', ''])(
    'should refuse %j',
    (text) => {
      expect(() => parseTaskUsers(text, 2)).toThrow(/SWITCHYARD_LOCAL_RUNNER_RUN_AS must be/);
    },
  );
});

describe(runAsOf.name, () => {
  it('should give each runner ids of its own', () => {
    const range = { kind: 'range', ...rangeOf(0, known) } as const;
    expect([0, 1, 31].map((runner) => runAsOf(range, runner, 32))).toEqual([
      '700000-700255',
      '700256-700511',
      '707936-708191',
    ]);
    expect(rangeOf(1, known).first).toBe(rangeOf(0, known).last + 1);
    const small = { kind: 'range', first: 5, last: 10 } as const;
    expect([0, 1].map((runner) => runAsOf(small, runner, 2))).toEqual(['5-7', '8-10']);
  });

  it('should stay within the ids of a container', () => {
    const container = { ...known, uidMap: '0 100000 65536\n' };
    expect([0, 3].map((number) => isFreeRange(rangeOf(number, container), container))).toEqual([true, true]);
    expect(isFreeRange(rangeOf(6, container), container)).toBe(false);
  });

  it('should name an account, and nothing when tasks run as the runner', () => {
    expect(runAsOf({ kind: 'account', name: 'deploy' }, 3, 4)).toBe('deploy');
    expect(runAsOf({ kind: 'own' }, 0, 1)).toBeUndefined();
  });
});

describe(isFreeRange.name, () => {
  const range = { first: 700_000, last: 700_063 };

  it('should take ids that are mapped and nobody else has', () => {
    expect(isFreeRange(range, known)).toBe(true);
  });

  it.each([
    ['a container does not have', { uidMap: '0 100000 65536\n' }],
    ['an account has', { accounts: 'ann:x:700063:1::/home/ann:/bin/sh\n' }],
    ['an account may give to containers', { subordinate: 'ann:689824:65536\n' }],
    ['cannot be looked up', { uidMap: '' }],
  ])('should not take ids that %s', (_, change) => {
    expect(isFreeRange(range, { ...known, ...change })).toBe(false);
  });
});
