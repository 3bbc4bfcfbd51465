import { expect, it } from '@jest/globals';
import { logFileName } from './log-file-name.js';

it('should name a log after template, task and time, without what file systems do not take', () => {
  const name = (template: string): string => logFileName(template, 42, '2026-05-04T12:03:04.567Z');
  expect(name('Patch web servers')).toBe('patch-web-servers-42-2026-05-04-120304.log');
  expect(name('../../etc: "x" \u202e')).toBe('etc-x-42-2026-05-04-120304.log');
  expect(name('\u6771\u4eac')).toBe('\u6771\u4eac-42-2026-05-04-120304.log');
  expect(name('///')).toBe('task-42-2026-05-04-120304.log');
  expect(name('a'.repeat(200))).toHaveLength(60 + 25);
});
