import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { preparingClient, type PreparingClient } from './preparing-client.js';

interface Sent {
  name: string | null;
  text: string;
}

describe('a connection that prepares repeated statements', () => {
  let sent: Sent[];
  /** Next answer of the server; by default none. */
  let answer: () => Promise<unknown>;
  const { query } = pg.Client.prototype;

  beforeEach(() => {
    sent = [];
    answer = () => Promise.resolve({ rows: [] });
    Object.assign(pg.Client.prototype, {
      query(given: string | { name: string; text: string }) {
        sent.push(typeof given === 'string' ? { name: null, text: given } : { name: given.name, text: given.text });
        return answer();
      },
    });
  });
  afterEach(() => void Object.assign(pg.Client.prototype, { query }));

  const names = (): (string | null)[] => sent.map(({ name }) => name);
  const open = (): PreparingClient => new (preparingClient())();

  it('should prepare a statement when it comes for the second time', async () => {
    const client = open();
    await client.query('select $1', [1]);
    await client.query('select $1', [2]);
    await client.query('select $1', [3]);
    expect(names()).toEqual([null, 's1', 's1']);
  });

  it('should run a text without values as it is, however often it comes', async () => {
    const client = open();
    await client.query('begin');
    await client.query('begin');
    await client.query('begin');
    expect(names()).toEqual([null, null, null]);
  });

  it('should prepare no more than 300, and go on with those', async () => {
    const client = open();
    for (let i = 0; i < 301; i++) {
      await client.query(`select ${i}, $1`, [1]);
      await client.query(`select ${i}, $1`, [1]);
    }
    expect(new Set(names()).size).toBe(301);
    sent.length = 0;
    await client.query('select 0, $1', [1]);
    await client.query('select 300, $1', [1]);
    expect(names()).toEqual(['s1', null]);
  });

  it('should prepare a statement again after a migration has changed its result type', async () => {
    const client = open();
    await client.query('select *, $1', [1]);
    answer = () => Promise.reject(Object.assign(new Error('changed'), { code: '0A000' }));
    await expect(client.query('select *, $1', [1])).rejects.toThrow('changed');
    answer = () => Promise.resolve({ rows: [] });
    await client.query('select *, $1', [1]);
    await client.query('select *, $1', [1]);
    expect(names()).toEqual([null, 's1', null, 's2']);
  });

  it('should keep a statement that failed for another reason', async () => {
    const client = open();
    await client.query('select 1 / $1', [1]);
    answer = () => Promise.reject(Object.assign(new Error('by zero'), { code: '22012' }));
    await expect(client.query('select 1 / $1', [0])).rejects.toThrow('by zero');
    await expect(client.query('select 1 / $1', [0])).rejects.toThrow('by zero');
    expect(names()).toEqual([null, 's1', 's1']);
  });

  it('should report the time of each statement, of one that fails too', async () => {
    const listener = jest.fn<(ms: number) => void>();
    const client = new (preparingClient(listener))();
    await client.query('select $1', [1]);
    answer = () => Promise.reject(new Error('away'));
    await expect(client.query('begin')).rejects.toThrow('away');
    expect(listener).toHaveBeenCalledTimes(2);
    expect(listener.mock.calls.flat().every((ms) => ms >= 0)).toBe(true);
  });
});
