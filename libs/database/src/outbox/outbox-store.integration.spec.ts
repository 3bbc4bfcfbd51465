import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource, DeepPartial } from 'typeorm';
import { Runner } from '../runner/runner.entity.js';
import { migratedDatabase, newRunner, type MigratedDatabase } from '../testing/index.js';
import { OutboxMessage } from './outbox-message.entity.js';
import { type ClaimedMessage, claimMessages, deleteOldMessages, endTry } from './outbox-store.js';

describe('the outbox', () => {
  let database: MigratedDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await migratedDatabase(20);
    source = database.dataSource;
  });
  beforeEach(() => source.query('delete from runner'));
  afterAll(() => database.drop());

  const hooked = (row: Partial<Runner> = {}) => newRunner(source, { webhook: 'https://hooks.example/', ...row });

  async function write(runner: Runner, row: Partial<OutboxMessage> = {}): Promise<string> {
    const created = new Date();
    const message = { deliveryId: randomUUID(), runnerId: runner.id, payload: {}, created, due: created, ...row };
    const { id } = await source.getRepository(OutboxMessage).save(message as DeepPartial<OutboxMessage>);
    return String(id);
  }

  const claim = (busy: number[] = [], limit = 100) => claimMessages(source, { busy, limit, holdSeconds: 60 });
  const message = (id: string) => source.getRepository(OutboxMessage).findOneByOrFail({ id });

  it('should give each message to one of many who ask at once', async () => {
    const runners = await Promise.all(Array.from({ length: 12 }, () => hooked()));
    const ids = await Promise.all(runners.flatMap((runner) => [write(runner), write(runner)]));
    for (let round = 0; round < 10; round++) {
      await source.query('update outbox set due = now()');
      const claimed = (await Promise.all(Array.from({ length: 20 }, () => claim()))).flat();
      expect(claimed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    }
    expect(await claim()).toEqual([]);
  });

  it('should give one message of a runner, the oldest that is due, and none of who is busy', async () => {
    const [first, second] = [await hooked(), await hooked()];
    const hour = 3_600_000;
    await write(first, { due: new Date(Date.now() + hour) });
    await write(first, { due: new Date(Date.now() - hour / 2) });
    const oldest = await write(first, { due: new Date(Date.now() - hour) });
    await write(second);
    expect((await claim([second.id])).map(({ id }) => id)).toEqual([oldest]);
  });

  it('should begin with the runner that waited longest for an answer', async () => {
    const runners = [await hooked({ webhookAnswered: new Date() }), await hooked(), await hooked()];
    await Promise.all(runners.map((runner) => write(runner)));
    const first = (await claim([], 2)).map(({ runnerId }) => runnerId);
    expect(first.toSorted()).toEqual(runners.slice(1).map(({ id }) => id));
  });

  it('should leave out runners whose webhook was removed', async () => {
    await write(await hooked({ webhook: '' }));
    expect(await claim()).toEqual([]);
  });

  it('should store how a try ended, also at the runner', async () => {
    const runner = await hooked();
    const id = await write(runner);
    const [failed] = await claim();
    await endTry(source, failed as ClaimedMessage, {
      answer: { status: 503, error: 'busy' },
      next: { retrySeconds: 100 },
    });
    const { due, ...rest } = await message(id);
    expect([due > new Date(), rest]).toMatchObject([true, { tries: 1, done: null, result: null }]);
    const answered = { webhookStatus: 503, webhookError: 'busy', webhookAnswered: expect.any(Date) };
    expect(await source.getRepository(Runner).findOneBy({ id: runner.id })).toMatchObject(answered);
    await source.query('update outbox set due = now()');
    const [again] = await claim();
    await endTry(source, again as ClaimedMessage, { answer: { status: 204, error: null }, next: 'delivered' });
    expect(await message(id)).toMatchObject({ tries: 2, done: expect.any(Date), result: 'delivered' });
  });

  it('should leave the runner alone when nobody was called', async () => {
    const runner = await hooked();
    const id = await write(runner);
    const [claimed] = await claim();
    await endTry(source, claimed as ClaimedMessage, { next: 'outdated' });
    expect(await message(id)).toMatchObject({ done: expect.any(Date), result: 'outdated' });
    expect(await source.getRepository(Runner).findOneBy({ id: runner.id })).toMatchObject({ webhookAnswered: null });
  });

  it('should ignore the end of a try whose claim is void', async () => {
    const id = await write(await hooked());
    const [slow] = await claim();
    await source.query(`update outbox set due = now()`);
    await claim();
    await endTry(source, slow as ClaimedMessage, { answer: { status: 200, error: null }, next: 'delivered' });
    expect(await message(id)).toMatchObject({ tries: 2, done: null });
  });

  it('should forget what ended long ago, what nobody asks for, and what belongs to a runner that is gone', async () => {
    const runner = await hooked();
    const old = new Date(Date.now() - 8 * 86_400_000);
    await write(runner, { done: old, result: 'delivered' });
    await write(runner, { created: old });
    const kept = [await write(runner), await write(runner, { done: new Date(), result: 'given_up' })];
    expect(await deleteOldMessages(source)).toBe(2);
    const left = await source.getRepository(OutboxMessage).find({ order: { id: 'ASC' } });
    expect(left.map(({ id }) => id)).toEqual(kept);
    await source.getRepository(Runner).delete(runner.id);
    expect(await source.getRepository(OutboxMessage).count()).toBe(0);
  });
});
