import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase } from '../testing/index.js';
import { BucketBook } from './bucket-book.js';

describe(BucketBook.name, () => {
  let database: MigratedDatabase;
  let book: BucketBook;

  beforeAll(async () => {
    database = await migratedDatabase(4);
    book = new BucketBook(database.dataSource);
  });
  beforeEach(() => book.replace(null, []));
  afterAll(() => database.drop());

  it('should know nothing of a bucket that was never used', async () => {
    expect(await book.read()).toEqual({ identity: null, tokens: [], claimed: null, sources: [], oldUntil: null });
    expect(await book.isTakenOver()).toBe(true);
  });

  it('should make its identity once, however many ask at once', async () => {
    const identities = await Promise.all([book.identity(), book.identity(), book.identity()]);
    expect(new Set(identities).size).toBe(1);
    expect(await book.identity()).toBe(identities[0]);
  });

  it('should keep the newest tokens first, fifty of them', async () => {
    const tokens = Array.from({ length: 52 }, () => randomUUID());
    for (const token of tokens) {
      await book.note(token);
    }
    expect((await book.read())?.tokens).toEqual(tokens.reverse().slice(0, 50));
  });

  it('should keep the time at which its marker was seen first', async () => {
    await book.confirm();
    const claimed = (await book.read())?.claimed;
    await book.confirm();
    expect(claimed).toBeInstanceOf(Date);
    expect((await book.read())?.claimed).toEqual(claimed);
  });

  it('should leave to the original what a copy finds, until it is copied', async () => {
    const [identity, copy] = [randomUUID(), randomUUID()];
    await book.replace(identity, [randomUUID()]);
    await book.depart(copy, `${identity}/`);
    expect(await book.read()).toMatchObject({
      identity: copy,
      tokens: [],
      claimed: null,
      sources: [`${identity}/`],
    });
    expect(await book.isTakenOver()).toBe(false);
    await database.dataSource.query('update blob_bucket set moved = now()');
    expect(await book.isTakenOver()).toBe(true);
  });

  it('should remember the places of a copy of a copy, the latest first', async () => {
    await book.depart(randomUUID(), 'first/');
    await book.depart(randomUUID(), 'second/');
    expect((await book.read())?.sources).toEqual(['second/', 'first/']);
  });

  it('should start over with an identity of its own, which is there at once', async () => {
    const [identity, token] = [randomUUID(), randomUUID()];
    await book.depart(randomUUID(), 'first/');
    await book.replace(identity, [token]);
    const record = await book.read();
    expect(record).toMatchObject({ identity, tokens: [token], sources: [], oldUntil: null });
    expect(record?.claimed).toBeInstanceOf(Date);
  });

  it('should list originals at the root page by page, and forget those that are gone', async () => {
    await database.dataSource.query(`insert into old_blob (key) values ('a'), ('b'), ('c')`);
    expect(await book.originals('', 2)).toEqual(['a', 'b']);
    expect(await book.originals('b', 2)).toEqual(['c']);
    await book.forget(['a', 'c', 'unknown']);
    expect(await book.originals('', 10)).toEqual(['b']);
    await book.replace(null, []);
    expect(await book.originals('', 10)).toEqual([]);
  });

  it('should know this database from another of the same server', async () => {
    const other = await migratedDatabase(1);
    const [one, again, two] = [
      await book.database(),
      await book.database(),
      await new BucketBook(other.dataSource).database(),
    ];
    await other.drop();
    expect(one).toBe(again);
    expect(one).not.toBe(two);
  });

  it('should not know a schema that is older than buckets', async () => {
    await database.dataSource.query('alter table blob_bucket rename to another');
    expect(await book.read()).toBeUndefined();
    await database.dataSource.query('alter table another rename to blob_bucket');
  });
});
