import { describe, expect, it } from '@jest/globals';
import { RemovalPace } from './removal-pace.js';

/** A database where a row takes so many milliseconds. */
function steps(pace: RemovalPace, count: number, { perRow = 0.1, launches = false, from = 0 } = {}) {
  let [now, rest, took] = [from, 0, 0];
  for (let i = 0; i < count; i++) {
    took = pace.rows * perRow;
    now += took + rest;
    rest = pace.after({ took, removed: pace.rows, newestTask: String(launches ? from + i : 1) }, now);
  }
  return { took, rest, now };
}

describe(RemovalPace.name, () => {
  it('should begin with few rows, and take as many as fit into a short statement', () => {
    const pace = new RemovalPace();
    expect(pace.rows).toBe(25);
    expect(steps(pace, 10)).toMatchObject({ took: 25, rest: 2.5 });
    expect(steps(pace, 10, { perRow: 0.5 })).toMatchObject({ took: 25 });
  });

  it('should rest most of the time, after shorter statements, while tasks are launched, and go on when they end', () => {
    const pace = new RemovalPace();
    steps(pace, 10);
    const { took, rest, now } = steps(pace, 10, { launches: true, from: 10_000 });
    expect([took, rest]).toEqual([10, 40]);
    expect(steps(pace, 1, { from: now + 5_000 }).rest).toBeGreaterThan(took);
    expect(steps(pace, 10, { from: now + 10_000 })).toMatchObject({ took: 25, rest: 2.5 });
  });

  it('should neither stand still nor hold much, however slow or fast the database is', () => {
    const pace = new RemovalPace();
    steps(pace, 20, { perRow: 100 });
    expect(pace.rows).toBe(25);
    steps(pace, 20, { perRow: 0.0001 });
    expect(pace.rows).toBe(2_000);
  });

  it('should not take more after a statement that found little', () => {
    const pace = new RemovalPace();
    pace.after({ took: 1, removed: 3, newestTask: '1' }, 0);
    expect(pace.rows).toBe(25);
  });
});
