import { describe, expect, it } from '@jest/globals';
import { longestTurn, ThreadClock } from './longest-turn.js';

/** By the clock of this thread: what others of the process do, such as the collector of garbage, must not shorten it. */
function burn(milliseconds: number): void {
  const clock = new ThreadClock();
  const end = clock.read() + milliseconds;
  while (clock.read() < end) {
    Math.hypot(end);
  }
  clock.close();
}

describe('longestTurn', () => {
  it('should measure what holds the loop, and not what is spread over turns', async () => {
    const turn = () => new Promise(setImmediate);
    const held = await longestTurn(async () => {
      await turn();
      burn(80);
      await turn();
      return 'done';
    });
    expect(held.answer).toBe('done');
    expect(held.milliseconds).toBeGreaterThan(40);
    const spread = await longestTurn(async () => {
      for (let i = 0; i < 40; i += 1) {
        burn(2);
        await turn();
      }
    });
    expect(spread.milliseconds).toBeLessThan(held.milliseconds);
  });
});
