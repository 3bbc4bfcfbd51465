import { describe, expect, it } from '@jest/globals';
import type { SourceDatabase } from './source-database.js';
import { runnersOf } from './source-runners.js';

const databaseOf = (tables: Readonly<Record<string, object[]>>): SourceDatabase => ({
  rows: (table) => (tables[table] ?? []) as ReturnType<SourceDatabase['rows']>,
  rowsOf: () => [],
  close: () => undefined,
});

describe(runnersOf.name, () => {
  it('should be new registrations, without tokens', () => {
    const token = 'secret';
    const found = runnersOf(
      databaseOf({
        runner: [
          {
            id: 2,
            project_id: 7,
            name: 'twin',
            token,
            webhook: 'https://x',
            max_parallel_tasks: 4000,
            active: 1,
            tag: 'a',
          },
          { id: 1, project_id: null, name: 'twin', token, webhook: '', max_parallel_tasks: null, active: false },
        ],
        runner__tag: [
          { runner_id: 2, tag: 'b' },
          { runner_id: 2, tag: 'a' },
        ],
      }),
    );
    expect(found).toEqual([
      { projectId: null, input: { name: 'twin', webhook: '', max_parallel_tasks: 0, active: false, tags: [] } },
      {
        projectId: 7,
        input: { name: 'twin 2', webhook: 'https://x', max_parallel_tasks: 1000, active: true, tags: ['a', 'b'] },
      },
    ]);
  });

  it('should be none of a version that had no runners', () => {
    expect(runnersOf(databaseOf({}))).toEqual([]);
  });
});
