import { describe, expect, it } from '@jest/globals';
import { Observable } from './observable.js';

describe(Observable.name, () => {
  it('should notify its readers of another value, and of no equal one', () => {
    const value = new Observable<number>(Number.NaN);
    const seen: number[] = [];
    value.subscribe(() => seen.push(value.get()));
    value.set(Number.NaN);
    value.set(1);
    value.set(1);
    value.set(2);
    expect(seen).toEqual([1, 2]);
  });

  it('should notify a reader no more that has left, also when it leaves while others are notified', () => {
    const value = new Observable('a');
    const seen: string[] = [];
    const leave = value.subscribe(() => {
      seen.push('first');
      leave();
    });
    value.subscribe(() => seen.push('second'));
    value.set('b');
    value.set('c');
    expect(seen).toEqual(['first', 'second', 'second']);
  });
});
