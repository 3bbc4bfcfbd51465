import { describe, expect, it } from '@jest/globals';
import { levels, type Level } from './levels.js';

const names = (level: Level, line: string): boolean => new RegExp(levels[level], 'i').test(line);

describe('the levels', () => {
  it.each(['ERROR: disk full', 'fatal: [db-1]', 'Build failed', 'Traceback: KeyError exception', '2 errors'])(
    'should count %j as an error',
    (line) => expect(names('errors', line)).toBe(true),
  );

  it.each(['db-1 : ok=3 failed=0', 'terror', 'warning: old', 'all fine'])('should not count %j as one', (line) => {
    expect(names('errors', line)).toBe(false);
  });

  it.each(['[WARNING]: no hosts', 'npm warn old', '[DEPRECATION WARNING]', 'error'])(
    'should count %j from warnings on',
    (line) => expect(names('warnings', line)).toBe(true),
  );
});
