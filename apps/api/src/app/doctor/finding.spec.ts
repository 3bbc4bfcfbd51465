import { describe, expect, it } from '@jest/globals';
import { type Check, CheckRunner, ok } from './finding.js';

describe(CheckRunner.name, () => {
  it('should go on when a check fails or hangs, in the order of the checks', async () => {
    let aborted = false;
    const found = await new CheckRunner(20).run([
      { name: 'mail', run: (signal) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))) },
      { name: 'queue', run: () => Promise.reject(new Error('no route')) },
      { name: 'tasks', run: () => Promise.resolve([ok('tasks_none'), ok('mail_none')]) },
    ]);
    expect(found).toEqual([
      { check: 'mail', level: 'fault', code: 'check_late', params: { seconds: 0.02 } },
      { check: 'queue', level: 'fault', code: 'check_failed', params: { reason: 'no route' } },
      { check: 'tasks', level: 'ok', code: 'tasks_none', params: {} },
      { check: 'tasks', level: 'ok', code: 'mail_none', params: {} },
    ]);
    expect(aborted).toBe(true);
  });

  it('should not begin a check again whose work goes on', async () => {
    const runner = new CheckRunner(20);
    let end = (): void => undefined;
    let begun = 0;
    const hangs: Check = {
      name: 'mail',
      run: () => {
        begun += 1;
        return new Promise((resolve) => (end = () => resolve([])));
      },
    };
    await runner.run([hangs]);
    expect(await runner.run([hangs])).toEqual([{ check: 'mail', level: 'warning', code: 'check_running', params: {} }]);
    expect(begun).toBe(1);
    end();
    await new Promise(setImmediate);
    await runner.run([hangs]);
    expect(begun).toBe(2);
  });
});
