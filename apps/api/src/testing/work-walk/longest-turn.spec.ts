import { describe, expect, it } from '@jest/globals';
import { longestTurn } from './longest-turn.js';

const burn = (milliseconds: number): void => {
  const end = process.cpuUsage().user + milliseconds * 1_000;
  while (process.cpuUsage().user < end) {
    Math.hypot(end);
  }
};

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
