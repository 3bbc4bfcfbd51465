import { describe, expect, it } from '@jest/globals';
import { titleText } from './page-title.js';

describe('titleText', () => {
  it('should put the status before the page', () => {
    expect(titleText(new Map([['page', 'History · Platform']]))).toBe('History · Platform – Switchyard');
    const parts = new Map([
      ['page', 'History · Platform'],
      ['status', '2 running'],
    ] as const);
    expect(titleText(parts)).toBe('2 running · History · Platform – Switchyard');
  });

  it('should show a dialog in the place of the page below it, and the product alone without both', () => {
    const parts = new Map([
      ['page', 'History'],
      ['dialog', 'Failed · #42 Deploy'],
    ] as const);
    expect(titleText(parts)).toBe('Failed · #42 Deploy – Switchyard');
    expect(titleText(new Map())).toBe('Switchyard');
  });
});
