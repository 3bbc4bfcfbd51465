import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FinishRequest, GivenIdTokens, Job } from '@switchyard/contracts';
import type { AttemptContext, ExecutionResult } from './attempt-context.js';
import { execute } from '../executors/execute.js';
import { git, makeRepository } from '../testing/git-repository.js';
import { exampleJob, makeTestArea, type TestArea } from '../testing/recorded-attempt.js';
import { RunnerUnderTest } from '../testing/runner-under-test.js';

const VARIABLE = 'VAULT_ID_TOKEN';
/** Shows the token in its variable and its file, and waits for another one in the file. */
const SCRIPT = `
echo "variable=$VAULT_ID_TOKEN"
echo "file=$(cat "$VAULT_ID_TOKEN_FILE") mode=$(stat -c %a "$VAULT_ID_TOKEN_FILE")"
echo "path $VAULT_ID_TOKEN_FILE"
until [ "$(cat "$VAULT_ID_TOKEN_FILE")" != "$VAULT_ID_TOKEN" ]; do sleep 0.05; done
echo "renewed=$(cat "$VAULT_ID_TOKEN_FILE")"
`;
const tokenOf = (count: number): string => `token-number-${count}-of-the-attempt`;

/** Valid for a second at first, so that it is renewed at once. */
const given = (count: number): GivenIdTokens => ({
  tokens: [{ variable: VARIABLE, token: tokenOf(count) }],
  seconds: count === 1 ? 1 : 600,
});

describe('ID tokens of an attempt', () => {
  let test: RunnerUnderTest;
  let area: TestArea;
  beforeEach(() => {
    area = makeTestArea();
    test = new RunnerUnderTest();
    test.gateway.attempts.givenIdTokens = (_, count) => given(count);
  });
  afterEach(async () => {
    await test.close();
    area.remove();
  });

  async function run(part: Partial<Job> = {}, script = SCRIPT): Promise<{ attempt: number; end: FinishRequest }> {
    const repository = makeRepository(area.path('remote'), { 'run.sh': script });
    await test.start({ execute });
    const attempt = test.gateway.assign(exampleJob(`file://${repository}`, { id_tokens: [VARIABLE], ...part }));
    return { attempt, end: await test.gateway.attempts.finished(attempt) };
  }
  const printed = (attempt: number): string[] => test.gateway.logs.bytes(attempt).toString().trimEnd().split('\n');

  it('should be in a variable and in a file that is renewed, and gone afterwards', async () => {
    const { attempt, end } = await run();
    expect(end).toMatchObject({ outcome: 'success' });
    const [variable, file, place, renewed] = printed(attempt);
    expect([variable, file, renewed]).toEqual(['variable=***', 'file=*** mode=600', 'renewed=***']);
    const { lease, idTokens } = test.gateway.attempts.get(attempt);
    const commit_hash = git(area.path('remote'), 'rev-parse', 'HEAD');
    const request = { attempt, lease, commit_hash, commit_branch: 'main' };
    expect(idTokens).toEqual([request, request]);
    expect(existsSync(place?.slice('path '.length) ?? '')).toBe(false);
    expect(place).toContain(test.workDir);
  });

  it('should be named where the log masks them', async () => {
    const { attempt } = await run();
    const names = test.gateway.logs.chunks(attempt).flatMap(({ masks }) => masks?.names ?? []);
    expect(names).toContainEqual({ kind: 'variable', name: VARIABLE, of: '' });
    expect(test.ownLog.join()).not.toContain('token-number');
  });

  it('should take the place of variables of the group', async () => {
    const group = { env: { VAULT_ID_TOKEN: 'x', OTHER: 'kept' }, secret_env: { VAULT_ID_TOKEN_FILE: '/etc/passwd' } };
    const { attempt } = await run(group, 'echo "$OTHER"; test "$(cat "$VAULT_ID_TOKEN_FILE")" = "$VAULT_ID_TOKEN"');
    expect(printed(attempt)).toEqual(['kept']);
    expect(await test.gateway.attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
  });

  it('should end a task that gets none, before its tool', async () => {
    test.gateway.faults = (call) => (call === 'id-tokens' ? { do: 'refuse', status: 403, error: 'no' } : null);
    const { attempt, end } = await run();
    expect(end).toMatchObject({ outcome: 'error', problem: { code: 'id_tokens_not_given' } });
    expect([printed(attempt), test.gateway.calls.includes('start')]).toEqual([[''], false]);
  });

  it('should be requested again after an answer that was lost, and not for a job without them', async () => {
    test.gateway.faults = (call, count) => (call === 'id-tokens' && count === 0 ? { do: 'lose' } : null);
    const { attempt } = await run({}, 'echo "$VAULT_ID_TOKEN"');
    expect([printed(attempt), test.gateway.attempts.get(attempt).idTokens.length]).toEqual([['***'], 2]);
    const other = test.gateway.assign(exampleJob(`file://${area.path('remote')}`, { task_id: 8 }));
    await test.gateway.attempts.finished(other);
    expect(test.gateway.attempts.get(other).idTokens).toEqual([]);
  });

  it('should wait for the assignment of an attempt that is prepared ahead', async () => {
    const repository = makeRepository(area.path('remote'), { 'run.sh': 'echo "$VAULT_ID_TOKEN"' });
    const { gateway } = test;
    const observed = (context: AttemptContext): Promise<ExecutionResult> =>
      execute({
        ...context,
        requestIdTokens: (facts, signal) => {
          isChecked = true;
          gateway.attempts.touch();
          return context.requestIdTokens(facts, signal);
        },
      });
    let isChecked = false;
    await test.start({ execute: observed });
    const job = exampleJob(`file://${repository}`, { id_tokens: [VARIABLE] });
    const attempt = gateway.reserve(job);
    await gateway.attempts.until(() => isChecked && gateway.polls.at(-1)?.prepared?.length === 1);
    expect(gateway.calls).not.toContain('id-tokens');
    gateway.assignReserved(job);
    expect(await gateway.attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(printed(attempt)).toEqual(['***']);
  });
});
