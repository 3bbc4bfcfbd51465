import { expect, it } from '@jest/globals';
import { PlanSummary } from '@switchyard/contracts';
import { rowOf } from '../../../components/testing/row-of.js';
import { planRequest } from './plan-request.js';

it('should ask for a long plan without its attributes, which follow when somebody wants them', () => {
  const of = (add: number) =>
    planRequest({ id: 7, project_id: 1, plan_summary: rowOf(PlanSummary, { add, destroy: 1 }) });
  expect([of(199).attributes, of(200).attributes]).toEqual([true, false]);
  expect(planRequest({ id: 7, project_id: 1, plan_summary: null })).toEqual({
    projectId: 1,
    taskId: 7,
    attributes: true,
  });
});
