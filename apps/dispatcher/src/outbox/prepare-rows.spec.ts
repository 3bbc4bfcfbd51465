import { describe, expect, it } from '@jest/globals';
import type { ClaimedMessage } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { type Prepared, prepareRows } from './message-sender.js';

const manager = {} as EntityManager;
const messages = ['a', 'b', 'c'].map((id) => ({ id }) as ClaimedMessage);
const sent: Prepared = { send: () => Promise.reject(new Error('it is not sent')) };

describe(prepareRows.name, () => {
  it('should give each message its own row, in whatever order they are found', async () => {
    const found = [
      { n: 3, name: 'of c' },
      { n: 1, name: 'of a' },
    ];
    const seen: string[] = [];
    const prepared = await prepareRows(
      manager,
      messages,
      (_, ids) => Promise.resolve(ids.length === 3 ? found : []),
      ({ id }, { name }) => {
        seen.push(`${id} ${name}`);
        return id === 'c' ? 'outdated' : sent;
      },
    );
    expect(prepared).toEqual([sent, 'target_removed', 'outdated']);
    expect(seen).toEqual(['a of a', 'c of c']);
  });

  it('should ask once for all of them', async () => {
    const asked: (readonly string[])[] = [];
    const find = (_: EntityManager, ids: readonly string[]) => {
      asked.push(ids);
      return Promise.resolve([]);
    };
    expect(await prepareRows(manager, messages, find, () => sent)).toEqual(Array(3).fill('target_removed'));
    expect(asked).toEqual([['a', 'b', 'c']]);
  });
});
