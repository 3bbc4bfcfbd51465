import { describe, expect, it } from '@jest/globals';
import { fillTemplate } from './print.js';

describe('the output template', () => {
  it('should show members, members of members, and nothing for what is absent', () => {
    const task = { id: 4, build_task: { version: '1.2' }, note: null, tags: ['a'] };
    expect(fillTemplate('{{id}} {{ build_task.version }} {{note}} {{tags}} {{none.at.all}}.', task)).toBe(
      '4 1.2  ["a"] .',
    );
  });

  it('should read own members alone', () => {
    expect(fillTemplate('{{constructor}}{{id.constructor}}', { id: 1 })).toBe('');
  });
});
