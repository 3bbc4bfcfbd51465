import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TaskWithTemplate, Template } from '@switchyard/contracts';
import i18next from 'i18next';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import type { TemplateColumn } from './column-choice.js';
import { templateColumns } from './template-columns.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const named = (id: number | null): string | undefined => (id === null ? undefined : `name ${id}`);
const columns = (shown: TemplateColumn[], onRun?: () => void) =>
  templateColumns({
    t: i18next.t,
    base: '/project/1/templates',
    nameOf: { inventory: named, environment: named, repository: named },
    shown,
    onRun,
  });
const row = (members: Partial<Template>): Template => rowOf(Template, { id: 1, project_id: 1, ...members });
const task = (members: Partial<TaskWithTemplate>): TaskWithTemplate =>
  rowOf(TaskWithTemplate, { project_id: 1, created: '2026-01-01T00:00:00Z', ...members });
const sorted = (key: TemplateColumn | 'name', rows: Template[]): number[] => {
  const sorter = columns(key === 'name' ? [] : [key]).find((each) => each.key === key)?.sorter;
  return rows.toSorted(sorter).map(({ id }) => id);
};
const cell = (name: TemplateColumn, members: Partial<Template>) => stage.show(columns([name])[1]?.render(row(members)));

describe('the list of templates', () => {
  it('should have name, what was chosen, and the action', () => {
    expect(columns(['status', 'playbook']).map(({ key }) => key)).toEqual(['name', 'status', 'playbook', 'action']);
  });

  it('should be sorted by name as people count', () => {
    const rows = ['web 10', 'Web 9', 'api'].map((name, id) => row({ id, name }));
    expect(sorted('name', rows)).toEqual([2, 1, 0]);
  });

  it('should be sorted by the words of the status, and with those never run first', () => {
    const rows = [task({ status: 'success' }), null, task({ status: 'error' })].map((last_task, id) =>
      row({ id, last_task }),
    );
    expect(sorted('status', rows)[0]).toBe(1);
    expect(new Set(sorted('status', rows)).size).toBe(3);
  });

  it('should be sorted by the number of the last task, and not by its words', () => {
    const rows = [task({ id: 100 }), null, task({ id: 9 })].map((last_task, id) => row({ id, last_task }));
    expect(sorted('last', rows)).toEqual([1, 2, 0]);
  });

  it('should be sorted by what a reference is called', () => {
    const rows = [row({ id: 0, inventory_id: 20 }), row({ id: 1, inventory_id: 3 }), row({ id: 2 })];
    expect(sorted('inventory', rows)).toEqual([2, 1, 0]);
  });

  it('should have a dash for what there is not, and say so where a template never ran', () => {
    expect(cell('inventory', { inventory_id: null }).text).toBe('–');
    expect(cell('status', { last_task: null }).text).not.toBe('–');
  });

  it('should make control characters of a file name visible', () => {
    expect(cell('playbook', { playbook: 'a\u202eb.yml' }).text).not.toContain('\u202e');
  });

  it('should let only those run a template who may', () => {
    const action = (onRun?: () => void) => stage.show(columns([], onRun)[1]?.render(row({ name: 'Deploy' })));
    expect(action().buttons).toEqual([]);
    expect(action(() => undefined).buttons).toHaveLength(1);
  });

  it('should count the other tasks that have not ended, but not the last one itself', () => {
    const running = task({ id: 5, status: 'running', start: '2026-01-01T00:00:00Z' });
    expect(cell('status', { last_task: running, active_tasks: 1 }).links.join()).not.toMatch(/\d/);
    expect(cell('status', { last_task: running, active_tasks: 3 }).links.join()).toContain('2');
  });
});
