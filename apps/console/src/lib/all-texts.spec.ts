import { describe, expect, it } from '@jest/globals';
import { setTextsLoader, withTexts } from './all-texts.js';

describe('withTexts', () => {
  it('should hand out the code of a page only once its texts are there', async () => {
    const order: string[] = [];
    let arrive: () => void = () => undefined;
    const texts = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    setTextsLoader(() => texts);
    const page = withTexts(Promise.resolve('page')).then((code) => order.push(code));
    await new Promise(setImmediate);
    order.push('texts');
    arrive();
    await page;
    expect(order).toEqual(['texts', 'page']);
  });

  it('should fail when the texts cannot be fetched', async () => {
    setTextsLoader(() => Promise.reject(new Error('offline')));
    await expect(withTexts(Promise.resolve('page'))).rejects.toThrow('offline');
  });
});
