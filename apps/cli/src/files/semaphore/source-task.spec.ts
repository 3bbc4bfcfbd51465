import { describe, expect, it } from '@jest/globals';
import { ImportedTask, MAX_HISTORY_BYTES } from '@switchyard/contracts';
import type { SourceRow } from '../source-values.js';
import { taskDraft } from './source-task.js';

const references = {
  templates: new Map([[1, 11]]),
  inventories: new Map<number, number>(),
  users: new Map<number, string>(),
};
const CREATED = '2026-01-02T03:04:05Z';
const draftOf = (members: SourceRow, outputs: readonly SourceRow[] = []) =>
  taskDraft({ row: { id: 7, template_id: 1, status: 'success', created: CREATED, ...members }, outputs }, references);
const output = (text: string, second = 0): SourceRow => ({ time: new Date(second * 1000).toISOString(), output: text });

describe(taskDraft.name, () => {
  it('should be what the server takes, of a row with hardly anything in it', () => {
    const draft = draftOf({ created: null, status: 'of the future', environment: '"text"', arguments: 'x' });
    expect(ImportedTask.parse(draft)).toMatchObject({
      status: 'error',
      created: '1970-01-01T00:00:00.000Z',
      environment: '{}',
    });
  });

  it('should be none without its template', () => {
    expect(draftOf({ template_id: 2 })).toBeNull();
  });

  it('should take options from the columns of older versions and from the object of newer ones', () => {
    expect(draftOf({ debug: 1, dry_run: true, hosts_limit: 'a,b' })?.params).toEqual({
      debug: true,
      dry_run: true,
      limit: ['a', 'b'],
    });
    const params = JSON.stringify({ diff: true, tags: ['t'], skip_tags: [], debug_level: 3, more: 1 });
    expect(draftOf({ params })?.params).toEqual({ diff: true, tags: ['t'], debug_level: 3 });
  });

  it('should join outputs of one moment, and hold no character that JSON cannot', () => {
    expect(draftOf({}, [output('a\0'), output('b\ud800'), output('c', 1)])?.log).toEqual([
      [0, 'a\u2400\nb\ufffd'],
      [1000, 'c'],
    ]);
  });

  it('should keep the beginning and the end of a log that is too long, and say what is left out', () => {
    const lines = Array.from({ length: 200_000 }, (_, n) => `${n}`.padStart(50, '0'));
    const draft = draftOf(
      {},
      lines.map((line, n) => output(line, n)),
    );
    expect(Buffer.byteLength(JSON.stringify(draft))).toBeLessThan(MAX_HISTORY_BYTES);
    const log = ImportedTask.parse(draft).log.flatMap(([, text]) => text.split('\n'));
    const left = log.findIndex((line) => line.startsWith('…'));
    expect(log[left]).toBe(`… ${lines.length - log.length + 1} lines were left out by the import …`);
    expect([...log.slice(0, left), ...log.slice(left + 1)]).toEqual([
      ...lines.slice(0, left),
      ...lines.slice(left + 1 - log.length),
    ]);
  });

  it('should keep all lines of a log of too many moments', () => {
    const log =
      draftOf(
        {},
        Array.from({ length: 100_100 }, (_, n) => output('x', n)),
      )?.log ?? [];
    expect([log.length, log.at(-1)?.[1]]).toEqual([100_000, Array.from({ length: 101 }, () => 'x').join('\n')]);
  });
});
