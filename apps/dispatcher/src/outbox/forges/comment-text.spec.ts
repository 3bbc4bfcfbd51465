import { describe, expect, it } from '@jest/globals';
import { commandedTask } from '@switchyard/contracts';
import { type CommentedTask, commentText } from './pull-request-comment.js';

const LINK = 'https://yard.example/project/1/templates/2?t=3';
const text = ({ name = 'Deploy', ...part }: Partial<CommentedTask> & { name?: string }): string =>
  commentText({
    facts: { progress: 'success', number: 7, project: { id: 1 }, template: { id: 2, name }, task: { id: 3 } },
    plan: null,
    commit: 'c0ffee1234567890',
    link: LINK,
    review: null,
    reviewer: null,
    apply: null,
    refusal: null,
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

  const plan = { add: 1, change: 0, destroy: 0, import: 0, outputs: 0 };
  const invited = (apply: CommentedTask['apply'], part: Partial<CommentedTask> = {}) =>
    text({ plan, apply, ...part }).split('\n\n')[2];

  it('should say how its plan is applied, where that is', () => {
    expect(invited('comment')).toBe('To apply this plan, comment `/switchyard apply 3`, or press Apply in the task.');
    expect(invited('members')).toBe('To apply this plan, open the task and press Apply.');
    expect(invited('merge')).toBe('This plan is applied once the pull request is merged.');
    expect([invited('nobody'), invited(null)]).toEqual([undefined, undefined]);
    expect(invited('comment', { plan: { ...plan, add: 0 } })).toBeUndefined();
    const facts = {
      progress: 'failure' as const,
      number: 7,
      project: { id: 1 },
      template: { id: 2, name: 'x' },
      task: { id: 3 },
    };
    expect(invited('comment', { facts })).toBeUndefined();
  });

  it('should begin with no command, whatever names hold', () => {
    const name = '/switchyard apply 3\n/switchyard apply 3';
    expect(text({ name, link: null }).split('\n').map(commandedTask)).toEqual(
      text({ name, link: null })
        .split('\n')
        .map(() => null),
    );
  });

  const review = { task_id: 2, way: 'comment', account: 'a`b', url: null, plan: 'same' } as const;
  it.each<[string, Partial<CommentedTask>]>([
    ['It applies the plan of task `#2`, by a comment of `a b`.', { review }],
    [
      'It applies the plan of task `#2`, in Switchyard by `Ada`.',
      { review: { ...review, way: 'members', account: null }, reviewer: 'Ada' },
    ],
    ['It applies the plan of task `#2`, on merge by `a b`.', { review: { ...review, way: 'merge' } }],
    ['It applies the plan of task `#2`, on merge.', { review: { ...review, way: 'merge', account: null } }],
    [
      'Not applied: The plan of a fork is never applied.',
      { refusal: { code: 'review_fork', params: {}, text: '' } as never },
    ],
  ])('should say: %s', (line, part) => {
    expect(text(part).split('\n\n')).toContain(line);
  });

  it('should say why a plan waits', () => {
    const facts = {
      progress: 'confirmation' as const,
      number: 7,
      project: { id: 1 },
      template: { id: 2, name: 'x' },
      task: { id: 3 },
    };
    const why = (result: 'different' | 'unknown' | 'pending') =>
      text({ facts, review: { ...review, plan: result } }).split('\n\n')[2];
    expect(why('different')).toBe(
      'Not applied yet: the plan differs from what was reviewed. Somebody has to confirm it in Switchyard.',
    );
    expect(why('unknown')).toMatch(/could not be compared/);
    expect(why('pending')).toBeUndefined();
  });
});
