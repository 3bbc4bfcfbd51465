import { describe, expect, it } from '@jest/globals';
import { own } from './own.js';

describe('own', () => {
  it('should answer members of the object itself', () => {
    expect(own({ a: 1 }, 'a')).toBe(1);
    expect(own(JSON.parse('{"__proto__": 2}') as object, '__proto__')).toBe(2);
  });

  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'b'])(
    'should not answer %s',
    (name) => {
      expect(own({ a: 1 }, name)).toBeUndefined();
    },
  );
});
