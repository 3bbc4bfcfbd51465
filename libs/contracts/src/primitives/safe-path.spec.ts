import { describe, expect, it } from '@jest/globals';
import { relativePathFault } from './safe-path.js';

describe('relativePathFault', () => {
  it.each(['site.yml', 'playbooks/site.yml', './a', 'a..b/c', 'a-b'])('should accept %s', (path) =>
    expect(relativePathFault(path)).toBeNull(),
  );

  it.each([
    '-e@/etc/passwd',
    '--x',
    '../a',
    'a/../../b',
    '/etc/x.yml',
    'a\\b',
    'C:x',
    'a\nb',
    'a\u0000',
    'x'.repeat(1025),
  ])('should refuse %j', (path) => expect(relativePathFault(path)).not.toBeNull());
});
