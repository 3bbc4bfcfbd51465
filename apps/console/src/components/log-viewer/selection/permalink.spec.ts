import { describe, expect, it } from '@jest/globals';
import { formatTarget, parseTarget, pickLine } from './permalink.js';

describe('parseTarget', () => {
  it('should read a line and a range, ends in either order', () => {
    expect(parseTarget('#L120')).toEqual({ from: 120, to: 120 });
    expect(parseTarget('#L120-L140')).toEqual({ from: 120, to: 140 });
    expect(parseTarget('#L140-L120')).toEqual({ from: 120, to: 140 });
  });

  it.each(['', '#', '#L0', '#L', '#L12-14', '#L1-L', '#x#L1', '#L-5', '#L99999999999999999'])(
    'should read nothing from %j',
    (hash) => {
      expect(parseTarget(hash)).toBeUndefined();
    },
  );

  it('should read what was written', () => {
    const targets = [
      { from: 1, to: 1 },
      { from: 7, to: 1_000_000 },
    ];
    expect(targets.map((target) => parseTarget(formatTarget(target)))).toEqual(targets);
  });
});

describe('pickLine', () => {
  it('should take the line, and with shift the range from the line before', () => {
    expect(pickLine({ from: 10, to: 12 }, 20, false)).toEqual({ from: 20, to: 20 });
    expect(pickLine({ from: 10, to: 12 }, 20, true)).toEqual({ from: 10, to: 20 });
    expect(pickLine({ from: 10, to: 10 }, 3, true)).toEqual({ from: 3, to: 10 });
    expect(pickLine(undefined, 3, true)).toEqual({ from: 3, to: 3 });
  });
});
