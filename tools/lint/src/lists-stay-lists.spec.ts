import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import { listsStayLists } from '../lists-stay-lists.mjs';

const found = (code: string): number =>
  new Linter().verify(code, {
    plugins: { workspace: { rules: { lists: listsStayLists } } },
    rules: { 'workspace/lists': 'error' },
  }).length;

describe('lists in texts of people', () => {
  it.each([
    "problem('one_of', { values: values.map(({ name }) => name).join(', ') });",
    "throw badMember('type', 'one_of', { values: types.join(', ') });",
    "refuse(context, given('one_of', { values: types.join('; ') }));",
    "findings.note(path, 'unknown', { names: names.join(', ') });",
    "t('restore.planFilled', { names: keys.join(', ') });",
  ])('should stay lists in %s', (code) => {
    expect(found(code)).toBe(1);
  });

  it.each(["problem('not_found', { path: parts.join('.') });", "log.info(names.join(', '));"])(
    'should be joined where no language counts: %s',
    (code) => {
      expect(found(code)).toBe(0);
    },
  );
});
