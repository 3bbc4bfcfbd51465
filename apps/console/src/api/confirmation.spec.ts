import { describe, expect, it } from '@jest/globals';
import { askForConfirmation, onConfirmationNeeded } from './confirmation.js';

describe(askForConfirmation.name, () => {
  it('should answer no without a dialog', async () => {
    expect(await askForConfirmation()).toBe(false);
  });

  it('should open one dialog for requests of the same time, and another later', async () => {
    let questions = 0;
    const stop = onConfirmationNeeded(() => {
      questions += 1;
      return Promise.resolve(true);
    });
    expect(await Promise.all([askForConfirmation(), askForConfirmation()])).toEqual([true, true]);
    expect(questions).toBe(1);
    expect(await askForConfirmation()).toBe(true);
    expect(questions).toBe(2);
    stop();
    expect(await askForConfirmation()).toBe(false);
  });
});
