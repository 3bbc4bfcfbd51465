import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AttemptContext, ExecutionResult } from './attempt-context.js';
import { exampleJob } from '../testing/recorded-attempt.js';
import { RunnerUnderTest } from '../testing/runner-under-test.js';

const OUTPUTS = [{ name: 'version', value: ['1.10', null], secret: true }];

async function publish({ reportStart, reportOutputs }: AttemptContext): Promise<ExecutionResult> {
  await reportStart();
  await reportOutputs(OUTPUTS);
  return { outcome: 'success', exitCode: 0, signal: null, reason: null };
}

describe('outputs of an attempt', () => {
  let test: RunnerUnderTest;
  beforeEach(() => {
    test = new RunnerUnderTest();
  });
  afterEach(() => test.close());

  async function run(): Promise<{ outcome: string; calls: string[]; outputs: unknown }> {
    await test.start({ execute: publish });
    const { gateway } = test;
    const attempt = gateway.assign(exampleJob('/nowhere'));
    const { outcome } = await gateway.attempts.finished(attempt);
    const calls = gateway.calls.filter((call) => /^(outputs|finish)/.test(call));
    return { outcome, calls, outputs: gateway.attempts.get(attempt).outputs };
  }

  it('should arrive sealed before the end', async () => {
    expect(await run()).toEqual({ outcome: 'success', calls: ['outputs', 'finish'], outputs: OUTPUTS });
  });

  it('should be sent again after an answer that was lost', async () => {
    test.gateway.faults = (call, count) => (call === 'outputs' && count === 0 ? { do: 'lose' } : null);
    expect(await run()).toEqual({ outcome: 'success', calls: ['outputs', 'outputs', 'finish'], outputs: OUTPUTS });
  });

  it('should be missed by a control plane that is older than the call, and by nobody else', async () => {
    test.gateway.faults = (call) => (call === 'outputs' ? { do: 'refuse', status: 404, error: 'no such call' } : null);
    expect(await run()).toEqual({ outcome: 'success', calls: ['outputs 404', 'finish'], outputs: [] });
  });
});
