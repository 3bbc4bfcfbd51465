import { describe, expect, it } from '@jest/globals';
import { problem } from '@switchyard/contracts';
import { QueryFailedError } from 'typeorm';
import { faultless, isOwnFault, isRefused, ItemFault, reasonOf } from './faults.js';

const query = (code: unknown): Error => new QueryFailedError('', [], Object.assign(new Error('failed'), { code }));
const driver = (error: Error): Error => new QueryFailedError('', [], error);
const fault = new ItemFault(problem('ssh_key_unreadable', { key: 'Deploy' }));

describe('what a failure says about an item', () => {
  it.each<[string, unknown, refused: boolean, own: boolean]>([
    ['a value that does not fit its type', query('22P02'), true, true],
    ['a row that is too long for an index', query('54000'), true, true],
    ['a key that is taken', query('23505'), true, false],
    ['a deadlock', query('40P01'), true, false],
    ['a lock that was not to be had', query('55P03'), true, false],
    ['a disk that is full', query('53100'), true, false],
    ['a connection that broke', query('08006'), false, false],
    ['a server that shuts down', query('57P01'), false, false],
    ['a connection that was never made', query('ECONNREFUSED'), false, false],
    ['a driver that failed without a code', query(undefined), false, false],
    ['a value that cannot be encoded', driver(new TypeError('a cycle')), true, true],
    ['a value that is nested too deeply', new RangeError('stack'), true, true],
    ['text that is no JSON', new SyntaxError('JSON'), true, true],
    ['a fault of the item', fault, false, true],
    ['an error of somebody else', new Error('away'), false, false],
    ['something that is no error', 'away', false, false],
  ])('should be known of %s', (_, error, refused, own) => {
    expect([isRefused(error), isOwnFault(error)]).toEqual([refused, own]);
  });
});

describe(faultless.name, () => {
  const what = (reason: string) => problem('reason_hidden', { reason });

  it('should answer what the work does', () => {
    expect(faultless(what, () => 7)).toBe(7);
  });

  it('should name what fails, with its cause, and leave a fault as it is', () => {
    const cause = new RangeError('too deep');
    const thrown = (error: unknown): unknown => {
      try {
        return faultless(what, () => {
          throw error;
        });
      } catch (caught) {
        return caught;
      }
    };
    expect(thrown(cause)).toMatchObject({ name: 'ItemFault', problem: what('too deep'), cause });
    expect(thrown(fault)).toBe(fault);
  });
});

describe(reasonOf.name, () => {
  it('should be the problem of a fault, else the words that were thrown', () => {
    expect([reasonOf(fault), reasonOf(new Error('away')), reasonOf('away')]).toEqual([fault.problem, 'away', 'away']);
  });

  it('should be a sentence in the message of a fault', () => {
    expect(fault.message).toContain('Deploy');
  });
});
