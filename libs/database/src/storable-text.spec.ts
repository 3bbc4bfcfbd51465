import { describe, expect, it } from '@jest/globals';
import { snakeCase, SnakeCaseNaming } from './snake-case-naming.js';
import { storableText } from './storable-text.js';

describe(storableText.name, () => {
  it.each([
    ['a\0b', 'a\ufffdb'],
    ['\ud83d', '\ufffd'],
    ['x\ude00y', 'x\ufffdy'],
    ['😀 ü', '😀 ü'],
    ['', ''],
  ])('should be what a column can hold of %j', (text, stored) => {
    expect(storableText(text)).toBe(stored);
  });
});

describe(SnakeCaseNaming.name, () => {
  const naming = new SnakeCaseNaming();

  it('should name columns after their members, unless a name is given', () => {
    expect([snakeCase('sshKeyId'), snakeCase('name'), snakeCase('maxParallelTasks')]).toEqual([
      'ssh_key_id',
      'name',
      'max_parallel_tasks',
    ]);
    expect([naming.columnName('sshKeyId', ''), naming.columnName('sshKeyId', 'key')]).toEqual(['ssh_key_id', 'key']);
  });

  it('should name keys as PostgreSQL itself does', () => {
    expect(naming.primaryKeyName('task')).toBe('task_pkey');
    expect(naming.foreignKeyName('task', ['template_id'])).toBe('task_template_id_fkey');
    expect(naming.foreignKeyName('task', ['a', 'b'])).toBe('task_a_b_fkey');
  });
});
