import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PlanResource, PlanSummary, PlanView, TaskWithTemplate, Template } from '@switchyard/contracts';
import { rowOf } from '../../../components/testing/row-of.js';
import { type Shown, Stage } from '../../../components/testing/shown.js';
import { DecisionBanner } from './decision-banner.js';

const stage = new Stage();
const RUN_TASKS = 1;

const show = (members: Partial<TaskWithTemplate> = {}, permissions?: number): Shown =>
  stage.show(
    <DecisionBanner
      task={rowOf(TaskWithTemplate, {
        id: 7,
        project_id: 1,
        template_id: 3,
        status: 'waiting_confirmation',
        tpl_app: 'terraform',
        tpl_alias: 'Network',
        ...members,
      })}
      onLine={() => undefined}
      onPlan={() => undefined}
      onDetails={() => undefined}
    />,
    permissions === undefined ? {} : { permissions },
  );

const resource = (address: string, action: PlanResource['action']): PlanResource =>
  rowOf(PlanResource, { address, action });
const plan = (...resources: PlanResource[]): Promise<void> =>
  stage.read('getTaskPlan', { projectId: 1, taskId: 7, attributes: true }, 'GET project/1/tasks/7/plan', {
    ...rowOf(PlanView),
    resources,
  });
const template = (members: Partial<Template>): Promise<void> =>
  stage.read(
    'getTemplate',
    { projectId: 1, id: 3 },
    'GET project/1/templates/3',
    rowOf(Template, { id: 3, project_id: 1, ...members }),
  );

beforeEach(() => stage.start());
afterEach(() => stage.stop());

describe('the decision about a plan', () => {
  it('should offer both answers to people who run tasks, and neither to others', () => {
    expect(show().buttons.filter((name) => /^(Confirm|Reject|Apply)/.test(name))).toHaveLength(2);
    expect(show({}, 0).buttons.filter((name) => /^(Confirm|Reject|Apply)/.test(name))).toEqual([]);
  });

  it('should name on the button how much is destroyed', () => {
    const plan_summary = rowOf(PlanSummary, { destroy: 4 });
    const { buttons, html } = show({ plan_summary });
    expect(buttons.filter((name) => name.includes('4'))).toHaveLength(1);
    expect(html).toContain('ant-btn-dangerous');
    expect(show({ plan_summary: rowOf(PlanSummary, { add: 4 }) }).html).not.toContain('ant-btn-dangerous');
  });

  it('should name the first three that are destroyed, and lead to the others', async () => {
    const gone = ['aws_a.one', 'aws_a.two', 'aws_a.three', 'aws_a.four'];
    await plan(...gone.map((address) => resource(address, 'delete')), resource('aws_b.new', 'create'));
    const { text, buttons } = show({ plan_summary: rowOf(PlanSummary, { destroy: 4, add: 1 }) });
    expect(gone.filter((address) => text.includes(address))).toEqual(gone.slice(0, 3));
    expect(text).not.toContain('aws_b.new');
    expect(buttons.filter((name) => /1 more/.test(name))).toHaveLength(1);
  });

  it('should count one that is made again among those that are destroyed', async () => {
    await plan(resource('aws_a.again', 'replace'));
    expect(show({ plan_summary: rowOf(PlanSummary, { destroy: 1, add: 1 }) }).text).toContain('aws_a.again');
  });

  it('should let only those confirm whom the template asks, and still let others reject', async () => {
    await template({ confirmation_role: 'owner' });
    const { buttons, text } = show({}, RUN_TASKS);
    expect(buttons.filter((name) => /^(Confirm|Apply)/.test(name))).toEqual([]);
    expect(buttons).toContain('Reject');
    expect(text).toMatch(/owner/i);
  });

  it('should not let the person confirm who started it, where another one must', async () => {
    await template({ confirmation_by_other: true });
    const confirms = ({ buttons }: Shown): boolean => buttons.some((name) => /^(Confirm|Apply)/.test(name));
    expect([confirms(show({ user_id: 1 })), confirms(show({ user_id: 2 }))]).toEqual([false, true]);
  });

  it('should ask by name before everything is destroyed', () => {
    expect(show({ params: { destroy: true } }).text).toContain('Network');
    expect(show().text).not.toContain('Network');
  });

  it('should name the variables that the launch gave, the first five of them', () => {
    const environment = JSON.stringify({ a: 1, b: 'x', c: true, d: 4, e: 5, f: 6, g: 7 });
    const { text, buttons } = show({ environment });
    expect(text).toMatch(/a = 1.*b = x.*c = true/);
    expect(text).not.toContain('f = 6');
    expect(buttons.filter((name) => /2 more/.test(name))).toHaveLength(1);
  });
});
