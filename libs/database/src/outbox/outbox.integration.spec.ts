import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { migratedDatabase, type MigratedDatabase } from '../testing/index.js';
import { OutboxTarget } from './outbox-target.entity.js';
import { OutboxMessage } from './outbox-message.entity.js';
import {
  claimMessages,
  type ClaimedMessage,
  endTry,
  latestMessages,
  releaseClaim,
  retireMessages,
  sendAgain,
  type TryEnd,
} from './outbox.repository.js';

const HOUR = 3_600_000;
const kind = 'runner_webhook';
const DELIVERED: TryEnd = { result: 'delivered', status: 204, error: null, target: 'available' };
const BUSY: TryEnd = {
  result: { retrySeconds: 100 },
  status: 503,
  error: 'http_status',
  target: { unavailableSeconds: 50 },
};
const DEAD: TryEnd = { result: 'dead', status: 410, error: 'http_status', target: 'available' };

describe('deliveries', () => {
  let database: MigratedDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await migratedDatabase(20);
    source = database.dataSource;
  });
  beforeEach(async () => {
    await source.query('delete from outbox_message');
    await source.query('delete from outbox_target');
  });
  afterAll(() => database.drop());

  async function write(targetId: number, row: Partial<OutboxMessage> = {}): Promise<string> {
    const id = randomUUID();
    const values: object = { id, kind, targetId, payload: {}, ...row };
    await source.getRepository(OutboxMessage).insert(values);
    return id;
  }

  const claim = (limit = 100, parallel = 1) =>
    claimMessages(source, { parallel: new Map([[kind, parallel]]), limit, holdSeconds: 60 });
  const claimOne = async (): Promise<ClaimedMessage> => (await claim(1))[0] as ClaimedMessage;
  const delivery = (id: string) => source.getRepository(OutboxMessage).findOneByOrFail({ id });
  const target = (targetId: number) => source.getRepository(OutboxTarget).findOneBy({ kind, targetId });
  const ids = (claimed: readonly ClaimedMessage[]) => claimed.map(({ id }) => id).toSorted();
  const expireClaims = () => source.query('update outbox_message set next_try = now() where ended is null');

  it('should go each to one of many who claim at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, (_, i) => write(i + 1)));
    for (let round = 0; round < 10; round++) {
      await expireClaims();
      const claimed = (await Promise.all(Array.from({ length: 20 }, () => claim()))).flat();
      expect(ids(claimed)).toEqual(all.toSorted());
    }
    expect(await claim()).toEqual([]);
  });

  it('should be claimed one of a target at a time, the oldest that is due, and as many as its kind allows', async () => {
    await write(1, { nextTry: new Date(Date.now() + HOUR) });
    const second = await write(1, { nextTry: new Date(Date.now() - HOUR / 2) });
    const oldest = await write(1, { nextTry: new Date(Date.now() - HOUR) });
    const third = await write(1);
    expect(ids(await claim())).toEqual([oldest]);
    expect(await claim()).toEqual([]);
    expect(ids(await claim(100, 3))).toEqual([second, third].toSorted());
  });

  it('should leave out kinds that this process does not know', async () => {
    await write(1, { kind: 'later' as typeof kind });
    expect(await claim()).toEqual([]);
  });

  it('should begin with the target that waited longest for an answer', async () => {
    await write(1);
    await endTry(source, await claimOne(), DELIVERED);
    await Promise.all([write(1), write(2), write(3)]);
    expect((await claim(2)).map(({ targetId }) => targetId).toSorted()).toEqual([2, 3]);
  });

  it('should be claimed again when a claim has expired, whose end counts no more', async () => {
    const id = await write(1);
    const slow = await claimOne();
    expect(await claim()).toEqual([]);
    await expireClaims();
    await claimOne();
    expect(await endTry(source, slow, DELIVERED)).toBe(false);
    expect(await delivery(id)).toMatchObject({ tries: 2, status: 'sending', ended: null });
  });

  it('should be due at once when a claim is given back', async () => {
    const id = await write(1);
    await releaseClaim(source, await claimOne());
    expect(await delivery(id)).toMatchObject({ status: 'pending', tries: 0 });
    expect(ids(await claim())).toEqual([id]);
  });

  it('should hold back a target that is unavailable, with all that waits for it, and no other one', async () => {
    const id = await write(1);
    await endTry(source, await claimOne(), BUSY);
    const { nextTry, ...rest } = await delivery(id);
    expect(rest).toMatchObject({ status: 'pending', tries: 1, answerStatus: 503, error: 'http_status', ended: null });
    expect(nextTry.getTime()).toBeGreaterThan(Date.now());
    expect(await target(1)).toMatchObject({ failures: 1, answerStatus: 503, error: 'http_status' });
    await write(1);
    const other = await write(2);
    expect(ids(await claim())).toEqual([other]);
    await source.query('update outbox_target set held_until = now()');
    const [next] = await claim();
    expect(next).toMatchObject({ targetId: 1, targetFailures: 1 });
    await endTry(source, next as ClaimedMessage, DELIVERED);
    expect(await target(1)).toMatchObject({ failures: 0, answerStatus: 204, error: null });
  });

  it('should show nothing of a target that was not called', async () => {
    const id = await write(1);
    await endTry(source, await claimOne(), { result: 'dead', status: null, error: 'outdated', target: 'unknown' });
    expect(await delivery(id)).toMatchObject({ status: 'dead', error: 'outdated', ended: expect.any(Date) });
    expect(await target(1)).toBeNull();
  });

  it('should be sent again when it is dead, by those who name its target', async () => {
    const id = await write(1);
    expect(await sendAgain(source, { kind, targetId: 1 }, id)).toBe(false);
    await endTry(source, await claimOne(), DEAD);
    expect(await sendAgain(source, { kind, targetId: 2 }, id)).toBe(false);
    await source.query(`update outbox_target set held_until = now() + interval '1 hour'`);
    await source.query(`update outbox_message set since = now() - interval '25 hours'`);
    expect(await sendAgain(source, { kind, targetId: 1 }, id)).toBe(true);
    expect(await claimOne()).toMatchObject({ id, tries: 1, isExpired: false });
  });

  it('should be listed by target, the newest first', async () => {
    const older = await write(1, { created: new Date(Date.now() - HOUR) });
    const newer = await write(1);
    await write(2);
    const listed = await latestMessages(source, { kind, targetId: 1 }, 50);
    expect(listed.map(({ id }) => id)).toEqual([newer, older]);
    expect(await latestMessages(source, { kind, targetId: 1 }, 1)).toHaveLength(1);
  });

  it('should be given up when their time is over, and removed when they ended long ago', async () => {
    const ago = new Date(Date.now() - 26 * HOUR);
    const late = await write(1, { since: ago });
    const held = await write(2, { since: ago, error: 'unreachable' });
    await write(3, { status: 'delivered', ended: new Date(Date.now() - 8 * 24 * HOUR) });
    const kept = [await write(4), await write(5, { status: 'dead', ended: ago })];
    expect(await retireMessages(source)).toBe(1);
    expect(await delivery(late)).toMatchObject({ status: 'dead', error: 'expired' });
    expect(await delivery(held)).toMatchObject({ status: 'dead', error: 'unreachable' });
    const left = await source.getRepository(OutboxMessage).find({ select: { id: true } });
    expect(left.map(({ id }) => id).toSorted()).toEqual([late, held, ...kept].toSorted());
  });
});
