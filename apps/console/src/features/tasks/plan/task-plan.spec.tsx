/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { PLAN_ACTIONS, type PlanAction, TaskWithTemplate } from '@switchyard/contracts';
import { screen } from '@testing-library/react';
import { documentStage } from '../../../components/testing/dialog-of.js';
import { rowOf } from '../../../components/testing/row-of.js';
import { TaskPlan } from './task-plan.js';

const stage = documentStage();

async function filtersOf(...actions: PlanAction[]): Promise<string[]> {
  stage.server.answer('GET project/1/tasks/9/plan', {
    format: 1,
    problem: null,
    format_version: '1.2',
    counts: Object.fromEntries(PLAN_ACTIONS.map((each) => [each, actions.filter((one) => one === each).length])),
    resources: actions.map((action, i) => ({
      address: `a.r${i}`,
      module: '',
      action,
      attributes: [],
      more_attributes: 0,
    })),
    more_resources: 0,
    drift: [],
    more_drift: 0,
    outputs: [],
    more_outputs: 0,
  });
  stage.draw(<TaskPlan task={rowOf(TaskWithTemplate, { id: 9, project_id: 1, plan_summary: null })} />);
  await screen.findByLabelText('Search resources and values');
  return screen.queryAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);
}

describe('the plan of a task', () => {
  it('should offer its kinds of changes, where there are several, to look at one', async () => {
    expect(await filtersOf('create', 'create', 'delete')).toEqual(['1 to destroy', '2 to add']);
  });

  it('should count the only kind once', async () => {
    expect(await filtersOf('create', 'create')).toEqual([]);
  });
});
