import { describe, expect, it } from '@jest/globals';
import { Gathering } from './gathering.js';

describe(Gathering.name, () => {
  it('should let those go on together who came before its end, and later ones with the next', async () => {
    const gathering = new Gathering(1);
    const first = gathering.together();
    expect(gathering.together()).toBe(first);
    await first;
    const second = gathering.together();
    expect(second).not.toBe(first);
    await second;
  });
});
