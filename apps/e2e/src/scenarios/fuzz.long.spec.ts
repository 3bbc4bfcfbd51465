import { describe, expect, it } from '@jest/globals';
import { faultsOf, headline, reportOf } from '../fuzz/report.js';
import { runFuzz } from '../fuzz/run-fuzz.js';

const REQUESTS = 2_500;
const SEED = 20_261;

/** The long form is `npm run fuzz`. */
describe('the short fuzz run', () => {
  it('should get an answer to every hostile request, and none of 5xx', async () => {
    const signal = new AbortController().signal;
    const result = await runFuzz({ requests: REQUESTS, seed: SEED, signal, log: () => undefined });
    process.stdout.write(`figure: ${headline(result)}\n`);
    expect(faultsOf(result).length === 0 ? '' : reportOf(result)).toBe('');
  });
});
