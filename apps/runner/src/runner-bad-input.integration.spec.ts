import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FatalError } from './gateway/gateway-errors.js';
import { exampleJob } from './testing/recorded-attempt.js';
import { RunnerUnderTest } from './testing/runner-under-test.js';

/** More than the runner keeps of a log in its memory. */
const FLOOD = 'head -c 3000000 /dev/urandom | base64';

describe('a runner on a machine that plays tricks', () => {
  let test: RunnerUnderTest;

  beforeEach(() => {
    test = new RunnerUnderTest();
  });

  afterEach(() => test.close());

  const inWorkDir = (...names: string[]): string => path.join(test.workDir, ...names);
  const assign = (task_id: number, playbook: string): number =>
    test.gateway.assign(exampleJob('/nowhere', { task_id, playbook }));
  const finished = (attempt: number) => test.gateway.attempts.finished(attempt);
  const output = (attempt: number): string => test.gateway.logs.bytes(attempt).toString();

  /** Two tasks write while the control plane is away; then `damage` is done and it comes back. */
  async function damaged(damage: (spool: string) => void): Promise<void> {
    await test.start();
    const wait = (file: string): string => `while [ ! -e ${inWorkDir(file)} ]; do sleep 0.02; done`;
    const script = `echo before; ${wait('go')}; ${FLOOD}; echo middle; ${FLOOD}; echo after; ${wait('end')}`;
    const attempts = [assign(1, script), assign(2, script)];
    await test.gateway.attempts.until(() => attempts.every((attempt) => output(attempt) === 'before\n'));
    await test.gateway.stop();
    writeFileSync(inWorkDir('go'), '');
    while (!['1', '2'].every((id) => readFileSync(inWorkDir('spool', id, 'lines')).includes('after'))) {
      await setTimeout(20);
    }
    damage(inWorkDir('spool', '1', 'lines'));
    await test.gateway.listen();
    writeFileSync(inWorkDir('end'), '');
  }

  it.each([
    ['was cut short', (spool: string) => truncateSync(spool, 0)],
    ['holds other bytes', (spool: string) => writeFileSync(spool, 'x'.repeat(20_000_000))],
    [
      'holds other letters',
      (spool: string) => writeFileSync(spool, readFileSync(spool, 'utf8').replace('middle', 'MIDDLE')),
    ],
  ])('should fail the one task whose spool %s, report why, and bring the log of the other', async (_what, damage) => {
    await damaged(damage);
    expect(await finished(1)).toMatchObject({
      outcome: 'error',
      reason: expect.stringContaining('log of the task was lost'),
    });
    expect(await finished(2)).toMatchObject({ outcome: 'success' });
    expect(output(2).endsWith('\nafter\n')).toBe(true);
    expect([output(1).startsWith('before\n'), /middle/i.test(output(1))]).toEqual([true, false]);
  });

  it('should print nothing of its token and its key when it is refused and ends', async () => {
    test.gateway.faults = (call) => (call === 'info' ? null : { do: 'refuse', status: 401, error: 'UNKNOWN_RUNNER' });
    await test.start();
    const { message, stack } = await test.refused;
    const logged = [message, stack, ...test.ownLog].join('\n');
    const { token, privateKeyPem, privateKey } = test.identity;
    for (const secret of [token, privateKeyPem.split('\n')[1] ?? token, Buffer.from(privateKey).toString('hex')]) {
      expect(logged).not.toContain(secret);
    }
    expect(logged).toContain('UNKNOWN_RUNNER');
  });

  it('should fail a task whose directory cannot be made, and go on', async () => {
    await test.start();
    rmSync(inWorkDir('attempts'), { recursive: true });
    writeFileSync(inWorkDir('attempts'), '');
    expect(await finished(assign(1, 'true'))).toMatchObject({
      outcome: 'error',
      reason: expect.stringMatching(/^The runner failed: .*(ENOTDIR|EEXIST)/),
    });
    rmSync(inWorkDir('attempts'));
    expect(await finished(assign(2, 'true'))).toMatchObject({ outcome: 'success' });
  });

  it('should fail a task whose log cannot be written, and go on', async () => {
    await test.start();
    rmSync(inWorkDir('spool'), { recursive: true });
    writeFileSync(inWorkDir('spool'), '');
    expect(await finished(assign(1, 'true'))).toMatchObject({ outcome: 'error', lines: 0 });
    rmSync(inWorkDir('spool'));
    expect(await finished(assign(2, 'true'))).toMatchObject({ outcome: 'success' });
  });

  it('should not start in a work directory that cannot be one', async () => {
    writeFileSync(inWorkDir('file'), '');
    const starting = test.start({ workDir: inWorkDir('file', 'work') });
    const refusal: unknown = await starting.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FatalError);
    expect(String(refusal)).toContain('the work directory cannot be used');
  });

  it('should serve other tasks while one writes ten million lines, and lose none of them', async () => {
    await test.start();
    const flood = assign(1, 'yes | head -n 10000000');
    await test.gateway.attempts.until(() => test.gateway.logs.lines(flood) > 1_000);
    expect(await finished(assign(2, 'echo hello'))).toMatchObject({ outcome: 'success' });
    expect(test.gateway.attempts.get(flood).finish).toBeNull();
    expect(output(2)).toBe('hello\n');
    expect(await finished(flood)).toMatchObject({ outcome: 'success' });
    expect(test.gateway.logs.bytes(flood).equals(Buffer.alloc(20_000_000, 'y\n'))).toBe(true);
  });
});
