import { describe, expect, it } from '@jest/globals';
import type { Runner } from '@switchyard/contracts';
import { fleetFigures } from './fleet-figures.js';

const now = Date.parse('2026-05-04T12:00:00Z');
const blank: Runner = {
  id: 1,
  project_id: null,
  name: 'runner',
  webhook: '',
  webhook_last: null,
  max_parallel_tasks: 0,
  active: true,
  is_default: false,
  registered: true,
  tag: '',
  tags: [],
  created: '2026-05-01T00:00:00Z',
  touched: '2026-05-04T11:59:58Z',
  cleaning_requested: null,
  health: 'online',
  draining: false,
  paused_reason: null,
  paused_problem: null,
  duplicate_seen: null,
  refused: null,
  used: 0,
  limit: 0,
  version: '',
  platform: '',
  separation: null,
  apps: [],
};
const figuresOf = (...changes: Partial<Runner>[]): object =>
  fleetFigures(
    changes.map((change) => ({ ...blank, ...change })),
    now,
  );

describe('the figures of a fleet', () => {
  it('should count who is there', () => {
    const figures = figuresOf(
      { health: 'online' },
      { health: 'draining' },
      { health: 'paused' },
      { health: 'degraded' },
      { health: 'lost', touched: '2026-05-04T11:30:00Z' },
      { health: 'lost', touched: '2026-05-03T11:30:00Z' },
      { health: 'never', touched: null },
      { health: 'online', active: false },
    );
    expect(figures).toMatchObject({ online: 3, away: 2, offline: 2, off: 1 });
  });

  it('should add up the slots of those that are here and switched on', () => {
    const figures = figuresOf(
      { used: 6, limit: 8 },
      { used: 2, limit: 2 },
      { used: 3, limit: 0 },
      { used: 1, limit: 4, active: false },
      { used: 1, limit: 4, health: 'lost' },
    );
    expect(figures).toMatchObject({ used: 8, slots: 10, unlimited: 3, endless: false });
  });

  it('should distinguish a fleet in which no runner has a limit from an absent one', () => {
    expect(figuresOf({ used: 2, limit: 0 })).toMatchObject({ slots: 0, unlimited: 2, endless: true });
    expect(figuresOf({ health: 'lost', limit: 0 })).toMatchObject({ slots: 0, endless: false });
  });
});
