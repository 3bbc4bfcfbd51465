/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PlanView, TaskWithTemplate, Template } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { DomStage, person } from '../../../components/testing/drawn.js';
import { rowOf } from '../../../components/testing/row-of.js';
import { DecisionBanner } from './decision-banner.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  stage.server.answer('GET project/1/tasks/7/search', { count: 0, lines: [], truncated: false, next: null });
  stage.server.answer('GET project/1/tasks/7/plan', rowOf(PlanView));
  stage.server.answer('GET project/1/templates/3', rowOf(Template, { id: 3, project_id: 1 }));
});
afterEach(() => stage.stop());

const sent = (what: string): unknown[] =>
  stage.server.calls.filter(({ line }) => line === `POST project/1/tasks/7/${what}`).map(({ body }) => body);
const dialog = async () => within(await screen.findByRole('dialog'));

function open(params: TaskWithTemplate['params']): void {
  const task = rowOf(TaskWithTemplate, {
    id: 7,
    project_id: 1,
    template_id: 3,
    status: 'waiting_confirmation',
    tpl_app: 'terraform',
    tpl_alias: 'Network',
    params,
  });
  const nowhere = (): void => undefined;
  stage.draw(<DecisionBanner task={task} onLine={nowhere} onPlan={nowhere} onDetails={nowhere} />);
}

describe('the decision about a plan', () => {
  it('should be made at once where nothing is destroyed as a whole', async () => {
    open({});
    await person.click(screen.getByRole('button', { name: /^(?:Confirm|Apply)/ }));
    await waitFor(() => expect(sent('confirm')).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('should ask for the name before all of a workspace is destroyed', async () => {
    open({ destroy: true });
    await person.click(screen.getByRole('button', { name: /^(?:Confirm|Apply|Destroy)/ }));
    const asked = await dialog();
    const confirm = asked.getAllByRole<HTMLButtonElement>('button').at(-1) as HTMLButtonElement;
    expect([confirm.disabled, sent('confirm')]).toEqual([true, []]);
    await person.type(asked.getByRole('textbox'), 'Network');
    await person.click(confirm);
    await waitFor(() => expect(sent('confirm')).toHaveLength(1));
  });

  it('should be sent with the reason for which a plan is rejected', async () => {
    open({});
    await person.click(screen.getByRole('button', { name: 'Reject' }));
    const asked = await dialog();
    await person.type(asked.getByRole('textbox'), 'wrong region');
    expect(sent('reject')).toEqual([]);
    await person.click(asked.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(sent('reject')).toEqual([{ reason: 'wrong region' }]));
  });
});
