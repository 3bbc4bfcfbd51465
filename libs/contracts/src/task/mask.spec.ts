import { describe, expect, it } from '@jest/globals';
import { guessedColumns } from './mask.js';

describe(guessedColumns.name, () => {
  it('should find each place of a secret value', () => {
    expect(guessedColumns('login=*** password=***')).toEqual([6, 19]);
  });

  it.each(['TASK [copy] ****', '*** WARNING ***', '\u001b[31m*** WARNING ***\u001b[0m', '** bold **', 'plain'])(
    'should find none in %j',
    (text) => {
      expect(guessedColumns(text)).toEqual([]);
    },
  );
});
