import { describe, expect, it } from '@jest/globals';
import { problem } from '@switchyard/contracts';
import { AttemptControl } from './attempt-control.js';

const SHUT_DOWN = problem('runner_shut_down');

describe(AttemptControl.name, () => {
  const ended = (outcome: 'success' | 'error' | 'stopped') => ({ outcome, exitCode: 0, signal: null, reason: null });

  it('should report the result of the executor when nothing happened from outside', () => {
    expect(new AttemptControl().verdict(ended('success'))).toEqual(ended('success'));
  });

  it('should remember the order it has carried out', () => {
    const state = new AttemptControl();
    expect(state.order).toBe('none');
    state.orderStop();
    expect([state.order, state.stop.reason]).toEqual(['stop', 'stop']);
  });

  it('should report an interruption as an error with its reason, but not over a success', () => {
    const state = new AttemptControl();
    state.interrupt(SHUT_DOWN);
    expect(state.stop.reason).toBe('kill');
    expect(state.verdict(ended('stopped'))).toMatchObject({ outcome: 'error', reason: SHUT_DOWN });
    expect(state.verdict(ended('success')).outcome).toBe('success');
  });

  it('should report an interruption that spoils the result over a success', () => {
    const state = new AttemptControl();
    state.interrupt(SHUT_DOWN, true);
    expect(state.verdict(ended('success')).outcome).toBe('error');
  });

  it('should let an order to stop win over a later interruption', () => {
    const state = new AttemptControl();
    state.orderStop();
    state.interrupt(SHUT_DOWN);
    expect(state.verdict(ended('stopped')).outcome).toBe('stopped');
  });

  it('should kill what was only asked to stop when it is interrupted or lost', () => {
    const end = [(state: AttemptControl) => state.interrupt(SHUT_DOWN), (state: AttemptControl) => state.lose()];
    for (const act of end) {
      const state = new AttemptControl();
      state.expire(SHUT_DOWN);
      expect([state.stop.reason, state.kill.aborted]).toEqual(['stop', false]);
      act(state);
      expect(state.kill.aborted).toBe(true);
    }
  });

  it('should make a failure after an order to stop a stop, any other an error', () => {
    const state = new AttemptControl();
    expect(state.verdictOnFailure(new Error('no such branch'))).toMatchObject({
      outcome: 'error',
      reason: problem('runner_failed', { reason: 'no such branch' }),
    });
    state.orderStop();
    expect(state.verdictOnFailure(new Error('aborted')).outcome).toBe('stopped');
  });

  it('should kill at once when the attempt is lost', () => {
    const state = new AttemptControl();
    state.lose();
    expect([state.lost.aborted, state.stop.reason]).toEqual([true, 'kill']);
  });
});
