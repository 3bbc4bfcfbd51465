import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  PlanSummary,
  type Problem,
  problem,
  PullRequest,
  TaskReview,
  TaskWithTemplate,
  Template,
} from '@switchyard/contracts';
import { rowOf } from '../../../components/testing/row-of.js';
import { type Shown, Stage } from '../../../components/testing/shown.js';
import { isReviewable, ReviewBanner, ReviewResult } from './review-banner.js';

const stage = new Stage();
const RUN_TASKS = 1;
const task = (members: Partial<TaskWithTemplate> = {}): TaskWithTemplate =>
  rowOf(TaskWithTemplate, {
    id: 7,
    project_id: 1,
    template_id: 3,
    status: 'success',
    tpl_app: 'terraform',
    ...members,
  });
const pull = rowOf(PullRequest, { number: 12 });
const review = (plan: TaskReview['plan']): TaskReview => rowOf(TaskReview, { task_id: 5, plan });

beforeEach(() => stage.start());
afterEach(() => stage.stop());

describe('the plan of a pull request', () => {
  const answer = (refusal: Problem | null): Promise<void> =>
    stage.read('getTaskReview', { projectId: 1, taskId: 7 }, 'GET project/1/tasks/7/apply', { problem: refusal });
  const template = (members: Partial<Template>): Promise<void> =>
    stage.read(
      'getTemplate',
      { projectId: 1, id: 3 },
      'GET project/1/templates/3',
      rowOf(Template, { id: 3, ...members }),
    );
  const show = (members: Partial<TaskWithTemplate> = {}, permissions?: number): Shown =>
    stage.show(
      <ReviewBanner task={task(members)} onPlan={() => undefined} />,
      permissions === undefined ? {} : { permissions },
    );

  it('should be offered to those who run tasks, with what it changes', async () => {
    await answer(null);
    const plan_summary = rowOf(PlanSummary, { destroy: 4 });
    const { buttons, html } = show({ plan_summary }, RUN_TASKS);
    expect(buttons).toEqual(['Review the plan', 'Apply']);
    expect(html).toContain('ant-btn-dangerous');
    expect(show({ plan_summary: rowOf(PlanSummary, { add: 4 }) }).html).not.toContain('ant-btn-dangerous');
    expect(show({}, 0).buttons).toEqual(['Review the plan']);
  });

  it('should not be offered to a person whom the template does not ask', async () => {
    await answer(null);
    await template({ confirmation_role: 'owner' });
    const { buttons, text } = show({}, RUN_TASKS);
    expect(buttons).toEqual(['Review the plan']);
    expect(text).toMatch(/owner/i);
  });

  it('should say why it may not be applied, but not what nobody expects', async () => {
    expect(show().html).toBe('');
    await answer(problem('review_head'));
    const { text, buttons } = show();
    expect([text, buttons]).toEqual([expect.stringContaining('newer commits'), []]);
    for (const silent of ['review_way', 'review_nothing', 'review_fork', 'review_no_plan'] as const) {
      await answer(problem(silent));
      expect(show().html).toBe('');
    }
  });

  it.each<[string, Partial<TaskWithTemplate>, boolean]>([
    ['ended well', { pull_request: pull }, true],
    ['failed', { pull_request: pull, status: 'error' }, false],
    ['is of no pull request', {}, false],
    ['applies a plan', { pull_request: pull, review: review('same') }, false],
    ['plans nothing', { pull_request: pull, tpl_app: 'bash' }, false],
  ])('should be looked for at a task that %s: %j is %s', (_, members, is) => {
    expect(isReviewable(task(members))).toBe(is);
  });

  it('should say at the second plan that it is another one, or may be, with the first', () => {
    const shown = (plan: TaskReview['plan']): Shown =>
      stage.show(<ReviewResult task={task({ review: review(plan) })} />);
    expect((['same', 'pending'] as const).map((plan) => shown(plan).html)).toEqual(['', '']);
    const [different, unknown] = [shown('different'), shown('unknown')];
    expect([different.text, unknown.text]).toEqual([expect.stringMatching(/#5$/), expect.stringMatching(/#5$/)]);
    expect(different.text).not.toBe(unknown.text);
  });
});
