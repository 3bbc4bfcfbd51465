/** @jest-environment @happy-dom/jest-environment */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PlanSummary, TaskWithTemplate } from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { DomStage, person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { TaskLogBody, type TaskTab } from './task-log-body.js';

const stage = new DomStage();
beforeEach(async () => {
  await stage.start();
  await stage.features();
});
afterEach(() => {
  stage.stop();
  localStorage.clear();
});

interface Given {
  task?: Partial<TaskWithTemplate>;
  tab?: TaskTab;
  errorLines?: readonly number[] | null;
}

const onTab = jest.fn<(tab: TaskTab) => void>();
const body = ({ task = {}, tab = 'log', errorLines = [] }: Given) => (
  <TaskLogBody
    task={rowOf(TaskWithTemplate, { id: 7, project_id: 1, tpl_app: 'bash', status: 'running', ...task })}
    errorLines={errorLines}
    stages={[]}
    tab={tab}
    onTab={onTab}
    failures={[]}
    onFailures={() => undefined}
    onSection={() => undefined}
    onLine={() => undefined}
    onHost={() => undefined}
    ref={null}
  />
);
const draw = (given: Given = {}) => {
  onTab.mockClear();
  return stage.draw(body(given));
};

const tabs = (): string[] => screen.getAllByRole('tab').map(({ textContent }) => textContent ?? '');
const isOpenable = (name: string): boolean =>
  screen.getByRole('tab', { name }).getAttribute('aria-disabled') !== 'true';
const plansRead = () => stage.server.calls.filter(({ line }) => line.startsWith('GET project/1/tasks/7/plan'));
const plan = rowOf(PlanSummary, { add: 1, change: 0, destroy: 0 });

describe('the tabs of a task', () => {
  it('should have a plan only where its tool makes one', () => {
    const { redraw } = draw();
    expect(tabs()).toEqual(['Log', 'Details', 'Summary']);
    redraw(body({ task: { tpl_app: 'terraform' } }));
    expect(tabs()).toEqual(['Log', 'Plan', 'Details', 'Summary']);
  });

  it('should open the plan once it is made, which a wait for confirmation and an end say too', () => {
    const { redraw } = draw({ task: { tpl_app: 'terraform' } });
    expect(isOpenable('Plan')).toBe(false);
    for (const task of [
      { plan_summary: plan },
      { status: 'waiting_confirmation' as const },
      { status: 'error' as const },
    ]) {
      redraw(body({ task: { tpl_app: 'terraform', ...task } }));
      expect(isOpenable('Plan')).toBe(true);
    }
  });

  it('should open the summary once the task has ended', () => {
    const { redraw } = draw();
    expect(isOpenable('Summary')).toBe(false);
    redraw(body({ task: { status: 'success' } }));
    expect(isOpenable('Summary')).toBe(true);
  });

  it('should report which one was chosen, and leave the others alone', async () => {
    draw();
    await person.click(screen.getByRole('tab', { name: 'Summary' }));
    expect(onTab).not.toHaveBeenCalled();
    await person.click(screen.getByRole('tab', { name: 'Details' }));
    expect(onTab.mock.calls).toEqual([['details']]);
  });
});

describe('the log of a task', () => {
  it('should wait for the lines at which it is to open', () => {
    const { redraw } = draw({ errorLines: null });
    expect(document.querySelector('.sy-tasklog-lines')?.childElementCount).toBe(0);
    redraw(body({ errorLines: [4] }));
    expect(document.querySelector('.sy-tasklog-lines')?.childElementCount).toBeGreaterThan(0);
  });

  it('should stay while the lines are searched again, and behind another tab', () => {
    const { redraw } = draw({ errorLines: [4] });
    const pane = document.querySelector('.sy-tasklog-lines')?.firstElementChild;
    redraw(body({ errorLines: null, tab: 'details' }));
    const lines = document.querySelector<HTMLElement>('.sy-tasklog-lines');
    expect(lines?.hidden).toBe(true);
    expect(lines?.firstElementChild).toBe(pane);
  });

  it('should survive a stored view that is none', () => {
    localStorage.setItem('switchyard.log.view', '{"wrap":');
    draw();
    expect(document.querySelector('.sy-tasklog-lines')?.childElementCount).toBeGreaterThan(0);
  });
});

describe('the plan of a task', () => {
  it('should be read before somebody opens its tab, once', async () => {
    const task = { tpl_app: 'terraform', plan_summary: plan } as const;
    const { redraw } = draw({ task });
    await waitFor(() => expect(plansRead()).toHaveLength(1));
    redraw(body({ task, errorLines: [1] }));
    await stage.settle();
    expect(plansRead()).toHaveLength(1);
  });

  it('should not be read of a task without one', async () => {
    draw({ task: { tpl_app: 'terraform', status: 'error' } });
    await stage.settle();
    expect(plansRead()).toEqual([]);
  });
});
