import { describe, expect, it } from '@jest/globals';
import type { StateOperation } from '../history/state-history.js';
import { type Sample, soundHistory } from './sample-history.js';
import { checkStates } from './states.js';

type States = Sample['states'];

/** Finding once the states of a sound history were spoiled. */
function found(spoil: (states: States) => void): string {
  const sample = soundHistory();
  spoil(sample.states);
  return checkStates(sample)
    .map(({ promise, text }) => `${promise}: ${text}`)
    .join('; ');
}

function change(
  { operations }: States,
  [lockId, kind]: readonly [string, StateOperation['kind']],
  to: Partial<StateOperation>,
): void {
  const found = operations.find((each) => each.lockId === lockId && each.kind === kind);
  Object.assign(found ?? {}, to);
}

const OTHER = { serial: 2, md5: 'another' };

describe('checkStates', () => {
  it('should find nothing where writers come one after the other', () => {
    expect(found(() => undefined)).toBe('');
  });

  it.each<[string, (states: States) => void]>([
    ['held the lock at once', (states) => change(states, ['one', 'unlock'], { began: 12 })],
    ['held the lock at once', (states) => states.operations.splice(3, 1)],
    ['write of two was refused', (states) => change(states, ['two', 'write'], { outcome: 'refused' })],
    ['unlock of two was refused', (states) => change(states, ['two', 'unlock'], { outcome: 'refused' })],
    ['no state was read after serial 1', (states) => change(states, ['two', 'read'], { state: null })],
    ['never written', (states) => change(states, ['two', 'read'], { state: { serial: 1, md5: 'half' } })],
    [
      'was read after serial 1',
      ({ operations, versions }) => {
        operations.unshift({
          ...operations[2],
          lockId: 'zero',
          outcome: 'unknown',
          state: { serial: 0, md5: 'o' },
        } as StateOperation);
        change({ operations, versions, leaks: [] }, ['two', 'read'], { state: { serial: 0, md5: 'o' } });
      },
    ],
    ['serial 2 was acknowledged and is not stored', ({ versions }) => Object.assign(versions[1] ?? {}, OTHER)],
    ['serial 1 is stored after one that is not lower', ({ versions }) => versions.reverse()],
    ['the current version is not the last one', ({ versions }) => Object.assign(versions[0] ?? {}, { current: true })],
    [
      'serial 2 is stored and was never written',
      (states) => change(states, ['two', 'write'], { outcome: 'unknown', state: OTHER }),
    ],
  ])('should find that %s', (text, spoil) => {
    expect(found(spoil)).toMatch(new RegExp(`12: workspace 41: .*${text}`));
  });

  it('should find a secret outside of the sealed store', () => {
    expect(found(({ leaks }) => leaks.push('a secret in table task'))).toMatch(/^10: .*table task/);
  });

  it.each<[string, (states: States) => void]>([
    [
      'a write without an answer that is not stored',
      ({ operations, versions }) => {
        change({ operations, versions, leaks: [] }, ['two', 'write'], { outcome: 'unknown' });
        versions.splice(1, 1);
        Object.assign(versions[0] ?? {}, { current: true });
      },
    ],
    ['a write without an answer that is stored', (states) => change(states, ['two', 'write'], { outcome: 'unknown' })],
    [
      'a second unlock that is refused',
      (states) => change(states, ['one', 'unlock'], { outcome: 'refused', retried: true }),
    ],
    ['a lock without an answer', (states) => change(states, ['one', 'lock'], { outcome: 'unknown' })],
    ['an old version that is gone', ({ versions }) => versions.shift()],
  ])('should allow %s', (_, spoil) => {
    expect(found(spoil)).toBe('');
  });
});
