import { describe, expect, it } from '@jest/globals';
import { type CommentedTask, commentText } from './pull-request-comment.js';

const LINK = 'https://yard.example/project/1/templates/2?t=3';
const text = ({ name = 'Deploy', ...part }: Partial<CommentedTask> & { name?: string }): string =>
  commentText({
    facts: { progress: 'success', number: 7, project: { id: 1 }, template: { id: 2, name }, task: { id: 3 } },
    plan: null,
    commit: 'c0ffee1234567890',
    link: LINK,
    ...part,
  });

describe(commentText.name, () => {
  it('should name template, task, commit and result, and the plan in short', () => {
    const plan = { add: 3, change: 1, destroy: 0, import: 2, outputs: 4 };
    expect(text({ plan })).toBe(
      `**Switchyard** · \`Deploy\`: [task #3](${LINK}) of \`c0ffee1234\` succeeded.\n\nPlan: 3 to add, 1 to change, 0 to destroy, 2 to import.`,
    );
    expect(text({ link: null, commit: null })).toBe('**Switchyard** · `Deploy`: task `#3` succeeded.');
  });

  it.each([
    ['markup', '**x** <img src=x> [a](javascript:b)', '`**x** <img src=x> [a](javascript:b)`'],
    ['an end of the code', 'a` @everyone `b', '`a @everyone b`'],
    ['lines', 'a\n\n# b\r\u2028c', '`a # b c`'],
    ['nothing that is seen', '\u202e', '`-`'],
  ])('should keep %s in a name within code', (_, name, shown) => {
    expect(text({ name, link: null, commit: null })).toBe(`**Switchyard** · ${shown}: task \`#3\` succeeded.`);
  });

  it('should leave out a commit that is none', () => {
    expect(text({ commit: '`x`' })).not.toContain('x`');
  });
});
