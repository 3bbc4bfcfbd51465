import { describe, expect, it } from '@jest/globals';
import { mayMove, TASK_STATUSES } from '@switchyard/contracts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { movesOf, type TransitionName, TRANSITIONS } from './transitions.js';

const ROOT = join(import.meta.dirname, '../../../..');
/** Sources of everything that runs in production. */
const sources = ['apps', 'libs']
  .flatMap((kind) => readdirSync(join(ROOT, kind)).map((name) => join(kind, name, 'src')))
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.ts$/.test(file) && !/spec\.ts$|testing|migrations|e2e/.test(file));

const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(readFileSync(join(ROOT, file), 'utf8')));

describe('the table of transitions', () => {
  it('should have each legal move once', () => {
    const legal = TASK_STATUSES.flatMap((from) =>
      TASK_STATUSES.filter((to) => mayMove(from, to)).map((to) => `${from} ${to}`),
    );
    const moves = (Object.keys(TRANSITIONS) as TransitionName[]).flatMap((name) => movesOf(TRANSITIONS[name]));
    expect(moves.map((move) => move.join(' ')).sort()).toEqual(legal.sort());
  });

  it('should be the only place from which a status is written', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(filesWith(/update\s+"?task"?\s+(as\s+)?(\w+\s+)?set\s/i)).toEqual([
      'libs/engine/src/attempts/record-progress.ts',
      'libs/engine/src/dispatch/explain-waiting.ts',
      'libs/engine/src/life-cycle/compose-move.ts',
      'libs/engine/src/life-cycle/given-reason.ts',
      'libs/engine/src/life-cycle/task-notes.ts',
      'libs/engine/src/log/archive-log.ts',
      'libs/engine/src/reviews/confirm-reviewed.ts',
    ]);
    expect(filesWith(/update\s+task\s+set[^;`]*?\bstatus\s*=.*?\b(where|from)\b/is)).toEqual([]);
    // What is imported has ended.
    expect(filesWith(/insert\s+into\s+task\s*\(/i)).toEqual([
      'libs/engine/src/imports/store-tasks.ts',
      'libs/engine/src/launch/insert-tasks.ts',
    ]);
    expect(filesWith(/getRepository\(Task\)\s*\.(save|update|insert|upsert|delete|remove)/)).toEqual([]);
  });
});
