import { describe, expect, it } from '@jest/globals';
import { OutputTail } from './output-tail.js';

describe('OutputTail', () => {
  it('should keep the end of a long output', () => {
    const tail = new OutputTail();
    for (let line = 0; line < 10_000; line += 1) {
      tail.add(Buffer.from(`line ${line}\n`));
    }
    expect(tail.text()).toMatch(/line 9998\nline 9999\n$/);
    expect(tail.text().length).toBeLessThanOrEqual(8 * 1024);
  });

  it('should keep the end of one huge piece', () => {
    const tail = new OutputTail();
    tail.add(Buffer.alloc(1_000_000, 'x'));
    tail.add(Buffer.from('end'));
    expect(tail.text()).toHaveLength(8 * 1024);
    expect(tail.text()).toMatch(/xend$/);
  });

  it('should drop colours', () => {
    const tail = new OutputTail();
    tail.add(Buffer.from('\u001b[0;31mERROR! no\u001b[0m'));
    expect(tail.text()).toBe('ERROR! no');
  });
});
