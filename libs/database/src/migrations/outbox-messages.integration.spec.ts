import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { Deliveries1764360000000 } from './1764360000000-deliveries.js';

describe(Deliveries1764360000000.name, () => {
  let database: EarlierDatabase;
  beforeEach(async () => {
    database = await EarlierDatabase.before(Deliveries1764360000000);
  });
  afterEach(() => database.drop());

  const idOf = (place: number) => `00000000-0000-4000-8000-00000000000${place}`;
  const runner = (name: string) => ({ name, token_hash: name, public_key: name });
  const done = new Date('2026-01-01T04:00:00Z');

  it('should keep what was sent and what waits, each with its end', async () => {
    const runner_id = await database.insert('runner', runner('r1'));
    const messages = [
      { tries: 0 },
      { tries: 2, done, result: 'delivered' },
      { tries: 9, done, result: 'given_up' },
      { tries: 1, done, result: 'outdated' },
    ];
    for (const [place, message] of messages.entries()) {
      await database.insert('outbox', { delivery_id: idOf(place), runner_id, payload: { place }, ...message });
    }
    await database.migrate();
    const kept = await database.query(
      'select id, target_id, payload, status, tries, ended, error from delivery order by id',
    );
    const ends = [
      { status: 'pending', tries: 0, ended: null, error: null },
      { status: 'delivered', tries: 2, ended: done, error: null },
      { status: 'dead', tries: 9, ended: done, error: 'expired' },
      { status: 'dead', tries: 1, ended: done, error: 'outdated' },
    ];
    expect(kept).toEqual(
      ends.map((end, place) => ({ id: idOf(place), target_id: runner_id, payload: { place }, ...end })),
    );
  });

  it.each([
    { webhook_status: 204, error: null },
    { webhook_status: 500, error: 'http_status' },
    { webhook_status: null, error: 'unreachable' },
  ])('should keep the last answer of a webhook: $webhook_status', async ({ webhook_status, error }) => {
    const id = await database.insert('runner', { ...runner('r1'), webhook_answered: done, webhook_status });
    await database.insert('runner', runner('r2'));
    await database.migrate();
    const targets = await database.query('select target_id, answered, answer_status, error from delivery_target');
    expect(targets).toEqual([{ target_id: id, answered: done, answer_status: webhook_status, error }]);
  });
});
