import { describe, expect, it } from '@jest/globals';
import { BodyBudget } from './body-budget.js';

describe(BodyBudget.name, () => {
  const share = 10;

  it('should refuse what is too much of all senders, and take it when something was given back', () => {
    const budget = new BodyBudget(25);
    const held = ['a', 'b'].map((key) => budget.open({ key, share }));
    held.forEach((each) => each.take(10));
    const third = budget.open({ key: 'c', share });
    third.take(5);
    expect(() => third.take(1)).toThrow(expect.objectContaining({ status: 503 }));
    held[0]?.release();
    third.take(5);
    expect(() => third.take(1)).toThrow(expect.objectContaining({ status: 429 }));
  });

  it('should count the requests of one sender together, and give each back once', () => {
    const budget = new BodyBudget(100);
    const [first, second] = [budget.open({ key: 'a', share }), budget.open({ key: 'a', share })];
    first.take(6);
    second.take(4);
    first.release();
    first.release();
    second.take(6);
    expect(() => second.take(1)).toThrow(expect.objectContaining({ status: 429 }));
  });
});
