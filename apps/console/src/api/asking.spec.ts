import { describe, expect, it } from '@jest/globals';
import { Asking } from './asking.js';

/** A dialog that is answered by hand, and how often it was shown. */
function dialog() {
  const open: ((answer: boolean) => void)[] = [];
  return { open, ask: () => new Promise<boolean>((resolve) => open.push(resolve)) };
}

describe(Asking.name, () => {
  it('should be answered with no while there is no dialog', async () => {
    expect(await new Asking().ask()).toBe(false);
  });

  it('should show one dialog for requests that need it at the same time', async () => {
    const asking = new Asking();
    const { open, ask } = dialog();
    asking.answerBy(ask);
    const answers = [asking.ask(), asking.ask()];
    expect(open).toHaveLength(1);
    open[0]?.(true);
    expect(await Promise.all(answers)).toEqual([true, true]);
  });

  it('should ask again once it was answered, also after a failure', async () => {
    const asking = new Asking();
    let asked = 0;
    asking.answerBy(() => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(true);
    });
    await expect(asking.ask()).rejects.toThrow('gone');
    expect(await asking.ask()).toBe(true);
    expect(asked).toBe(2);
  });

  it('should leave the dialog that took the place of another when that one goes', async () => {
    const asking = new Asking();
    const leave = asking.answerBy(() => Promise.resolve(false));
    const leaveLast = asking.answerBy(() => Promise.resolve(true));
    leave();
    expect(await asking.ask()).toBe(true);
    leaveLast();
    expect(await asking.ask()).toBe(false);
  });

  it('should let nobody wait for a dialog that is gone', async () => {
    const asking = new Asking();
    const leave = asking.answerBy(dialog().ask);
    const answer = asking.ask();
    leave();
    expect(await answer).toBe(false);
    asking.answerBy(() => Promise.resolve(true));
    expect(await asking.ask()).toBe(true);
  });
});
