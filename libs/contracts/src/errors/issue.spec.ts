import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { AppInput } from '../app/app.js';
import { EnvironmentInput } from '../environment/environment.js';
import { ProjectInput } from '../project/project.js';
import { RunnerInput } from '../runner/runner.js';
import { describeIssues, issuesOf } from './issue.js';

const issues = (schema: z.ZodType, value: unknown) => issuesOf(schema.safeParse(value).error?.issues ?? []);

describe(issuesOf.name, () => {
  it.each([
    [z.string(), undefined, 'required', {}],
    [z.string(), null, 'not_text', {}],
    [z.int(), 1.5, 'not_integer', {}],
    [z.array(z.int()), {}, 'not_list', {}],
    [z.enum(['a', 'b']), undefined, 'required', {}],
    [z.enum(['a', 'b']), 'c', 'one_of', { values: ['"a"', '"b"'] }],
    [z.string().min(1), '', 'empty', {}],
    [z.string().max(2), 'abc', 'too_long', { max: 2 }],
    [z.array(z.int()).max(1), [1, 2], 'too_many', { max: 1 }],
    [z.int().max(5), 6, 'at_most', { max: 5 }],
    [z.int().min(5), 4, 'at_least', { min: 5 }],
    [z.strictObject({}), { a: 1 }, 'unknown_members', { names: ['a'] }],
    [z.union([z.literal(1), z.literal(2)]), 3, 'invalid', {}],
  ])('should name what is wrong with a value by a code', (schema: z.ZodType, value, code, params) => {
    expect(issues(schema, value)).toEqual([{ path: [], code, params, message: expect.any(String) }]);
  });

  it('should name the first hundred of thousands', () => {
    const found = issues(z.array(z.int()), new Array(5_000).fill('x'));
    expect(found.map(({ path }) => path[0])).toEqual(Array.from({ length: 100 }, (_, i) => i));
  });

  it('should carry the code and parameters of a rule of ours', () => {
    const body = { name: 'a', json: '{}', env: '{"a.b":1}' };
    expect(issues(EnvironmentInput, body)).toEqual([
      {
        path: ['env'],
        code: 'name_in_object',
        params: { name: 'a.b', fault: { code: 'environment_name', params: {} } },
        message: 'the name "a.b" must consist of letters, digits, - and _',
      },
    ]);
  });

  it('should find the code of a check that can carry a sentence alone', () => {
    expect(issues(AppInput, { color: '##' })[0]).toMatchObject({ path: ['color'], code: 'colour' });
  });
});

describe('a number', () => {
  it.each([
    [RunnerInput, { name: 'r', max_parallel_tasks: 1001 }, 'max_parallel_tasks: must be 1000 or less'],
    [RunnerInput, { name: 'r', max_parallel_tasks: 1.5 }, 'max_parallel_tasks: must be integer'],
    [RunnerInput, { name: 'r', max_parallel_tasks: true }, 'max_parallel_tasks: must be a number'],
    [RunnerInput, { name: 'r', max_parallel_tasks: [5] }, 'max_parallel_tasks: must be a number'],
    [ProjectInput, { name: 'p', max_parallel_tasks: 100_001 }, 'max_parallel_tasks: must be 100000 or less'],
    [AppInput, { priority: true }, 'priority: must be a number'],
    [AppInput, { priority: '0x10' }, 'priority: must be a number'],
  ])('should be refused for what is wrong with it', (schema: z.ZodType, body, sentence) => {
    expect(describeIssues(issues(schema, body))).toBe(sentence);
  });

  it.each(['7', 7, ' 7 '])('should be read from %p', (max_parallel_tasks) => {
    expect(RunnerInput.parse({ name: 'r', max_parallel_tasks }).max_parallel_tasks).toBe(7);
  });

  it.each(['', null, undefined])('should be 0 for %p', (max_parallel_tasks) => {
    expect(RunnerInput.parse({ name: 'r', max_parallel_tasks }).max_parallel_tasks).toBe(0);
  });
});
