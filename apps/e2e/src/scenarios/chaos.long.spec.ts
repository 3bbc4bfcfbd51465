import { describe, expect, it } from '@jest/globals';
import { headline, reportOf } from '../chaos/report.js';
import { runChaos } from '../chaos/run-chaos.js';

const DURATION_MS = 12_000;
const SEED = 20_260;

/** The long form, with runners that are lost for good, is `npm run chaos`. */
describe('the short chaos run', () => {
  it('should keep every promise on both queue backends', async () => {
    const play = (queue: 'postgres' | 'redis', seed: number) =>
      runChaos({
        queue,
        seed,
        durationMs: DURATION_MS,
        runnerLoss: false,
        signal: new AbortController().signal,
        log: () => undefined,
      });
    const results = await Promise.all([play('postgres', SEED), play('redis', SEED + 1)]);
    for (const result of results) {
      process.stdout.write(`figure: ${headline(result)}\n`);
      expect(result.violations.length === 0 ? '' : reportOf(result)).toBe('');
      expect(result.history.tasks.length).toBeGreaterThan(10);
      expect(Object.values(result.counts.faults).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(1);
    }
  });
});
