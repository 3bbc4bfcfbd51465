import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MAX_LINE_BYTES, unpackMasks } from '@switchyard/contracts';
import { exampleJob } from './testing/recorded-attempt.js';
import { RunnerUnderTest } from './testing/runner-under-test.js';

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Lines as a tool prints them, about 110 bytes each. */
function coloured(lines: number): Buffer {
  const text = Array.from(
    { length: lines },
    (_, i) =>
      `\u001b[0;3${i % 8}mTASK [role-${i % 13} : install package ${i}]\u001b[0m ok: [host-${i % 50}.example.net] => item=${'x'.repeat(i % 60)}\n`,
  );
  return Buffer.from(text.join(''));
}

async function untilExists(file: string): Promise<void> {
  while (!existsSync(file)) {
    await setTimeout(20);
  }
}

describe('the log of a task', () => {
  let test: RunnerUnderTest;

  beforeEach(() => {
    test = new RunnerUnderTest();
  });

  afterEach(() => test.close());

  function file(name: string, bytes: Buffer): string {
    const where = path.join(test.workDir, name);
    writeFileSync(where, bytes);
    return where;
  }

  async function run(playbook: string, change = {}): Promise<number> {
    const attempt = test.gateway.assign(exampleJob('/nowhere', { task_id: 1, playbook, ...change }));
    await test.gateway.attempts.finished(attempt);
    return attempt;
  }

  it('should arrive byte by byte, in order, with totals that fit', async () => {
    await test.start();
    const bytes = coloured(20_000);
    const attempt = await run(`cat ${file('out', bytes)}`);
    expect(hash(test.gateway.logs.bytes(attempt))).toBe(hash(bytes));
    const chunks = test.gateway.logs.chunks(attempt);
    const sum = (pick: (chunk: (typeof chunks)[0]) => number): number =>
      chunks.reduce((all, chunk) => all + pick(chunk), 0);
    expect(test.gateway.attempts.get(attempt).finish).toMatchObject({
      outcome: 'success',
      exit_code: 0,
      lines: sum((chunk) => chunk.lines),
      bytes: sum((chunk) => chunk.body.length),
    });
    expect(test.gateway.calls).not.toContain('finish 409');
    const times = chunks.flatMap((chunk) => chunk.times);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('should hold lines of the runner beside those of the tool, which cannot imitate them', async () => {
    await test.start();
    const attempt = await run(`printf 'cleanup\\nno end'`);
    expect(test.gateway.logs.text(attempt)).toEqual([
      '2 queue',
      // Without the name of the runner: a link shows the log to people outside.
      '1 Task 1, attempt 1',
      '2 run',
      '0 cleanup',
      '0 no end',
      '2 cleanup',
      '1 Task ended: success',
    ]);
  });

  it('should arrive whole when answers are lost, connections cut and calls refused', async () => {
    test.gateway.faults = (call, count) => {
      const faults = [{ do: 'lose' }, { do: 'drop' }, { do: 'refuse', status: 503, error: 'later' }] as const;
      return call === 'info' || call === 'poll' || count > 2 ? null : (faults[count % 3] ?? null);
    };
    await test.start();
    const bytes = coloured(3_000);
    const attempt = await run(`cat ${file('out', bytes)}`);
    expect(hash(test.gateway.logs.bytes(attempt))).toBe(hash(bytes));
    expect(test.gateway.calls.filter((call) => call === 'start').length).toBeGreaterThan(1);
  });

  it('should arrive whole when the control plane goes away in the middle and the task ends meanwhile', async () => {
    await test.start();
    const bytes = coloured(5_000);
    const go = path.join(test.workDir, 'go');
    const over = path.join(test.workDir, 'over');
    const wait = `while [ ! -e ${go} ]; do sleep 0.02; done`;
    const command = `cat ${file('out', bytes)}; ${wait}; cat ${file('out2', bytes)}; touch ${over}`;
    const attempt = test.gateway.assign(exampleJob('/nowhere', { playbook: command }));
    await test.gateway.attempts.until(() => test.gateway.logs.lines(attempt) > 100);
    await test.gateway.stop();
    writeFileSync(go, '');
    await untilExists(over);
    await test.gateway.listen();
    const finish = await test.gateway.attempts.finished(attempt);
    expect(finish.outcome).toBe('success');
    expect(hash(test.gateway.logs.bytes(attempt))).toBe(hash(Buffer.concat([bytes, bytes])));
  });

  it('should be sent again when the control plane has lost acknowledged lines', async () => {
    await test.start();
    const bytes = coloured(2_000);
    let forgotten = false;
    test.gateway.faults = (call) => {
      if (call === 'finish' && !forgotten) {
        forgotten = true;
        test.gateway.logs.forget(1, 2);
      }
      return null;
    };
    const attempt = await run(`cat ${file('out', bytes)}`);
    expect(hash(test.gateway.logs.bytes(attempt))).toBe(hash(bytes));
    expect(test.gateway.calls).toContain('finish 409');
  });

  it('should hold a line of 10 MB in pieces', async () => {
    await test.start();
    const bytes = Buffer.from('0123456789'.repeat(1_048_576));
    const attempt = await run(`cat ${file('out', bytes)}; echo; echo after`);
    const text = test.gateway.logs.bytes(attempt).toString().split('\n');
    expect(text.slice(-2)).toEqual(['after', '']);
    expect(hash(Buffer.from(text.slice(0, -2).join('')))).toBe(hash(bytes));
    expect(Math.max(...text.map((line) => line.length))).toBeLessThan(MAX_LINE_BYTES);
  });

  it('should be UTF-8 when the tool writes something else', async () => {
    await test.start();
    const attempt = await run(`printf 'gr\\374n\\n\\000\\n'; echo grün`);
    expect(test.gateway.logs.bytes(attempt).toString()).toBe('gr\ufffdn\n\0\ngrün\n');
  });

  it('should not show a secret, even one that is written in two parts', async () => {
    await test.start();
    const attempt = await run(
      'printf "a hunter2-"; sleep 0.05; printf "secret b\\n"; printf hunter2-secret | base64; exit 3',
      { secret_env: { PASSWORD: 'hunter2-secret' } },
    );
    expect(test.gateway.logs.bytes(attempt).toString()).toBe('a *** b\n***\n');
    expect(test.ownLog.join('')).not.toContain('hunter2');
  });

  it('should name which secret was where, and leave stars that a tool writes', async () => {
    await test.start();
    const attempt = await run('echo "*** hunter2-secret of ***"', {
      secret_env: { PASSWORD: 'hunter2-secret' },
      secret_origin: { group: 'prod', answers: [] },
    });
    const [chunk] = test.gateway.logs.chunks(attempt).filter(({ kind }) => kind === 0);
    expect([chunk?.body.toString(), chunk?.masks && unpackMasks(chunk.masks)]).toEqual([
      '*** *** of ***\n',
      [{ at: 4, name: { kind: 'variable', name: 'PASSWORD', of: 'prod' } }],
    ]);
  });

  it('should not leave the attempt on the disk', async () => {
    await test.start();
    const attempt = await run('pwd; touch here');
    const dir = test.gateway.logs.bytes(attempt).toString().trim();
    expect(dir).toBe(path.join(test.workDir, 'attempts', String(attempt)));
    await test.stopRunner();
    expect(readdirSync(path.join(test.workDir, 'attempts'))).toEqual([]);
    expect(readdirSync(path.join(test.workDir, 'spool'))).toEqual([]);
  });

  it('should reach the control plane fast: prints the rate of one million lines', async () => {
    await test.start();
    const bytes = coloured(100_000);
    const where = file('out', bytes);
    const began = performance.now();
    const attempt = await run(`for i in 1 2 3 4 5 6 7 8 9 10; do cat ${where}; done`, {
      secret_env: Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`S${i}`, `secret-number-${i}`])),
    });
    const seconds = (performance.now() - began) / 1000;
    process.stdout.write(
      `  1,000,000 lines, ${Math.round((bytes.length * 10) / 1e6)} MB: ${Math.round(1e6 / seconds)} lines/s\n`,
    );
    expect(test.gateway.logs.bytes(attempt).length).toBe(bytes.length * 10);
  });
});
