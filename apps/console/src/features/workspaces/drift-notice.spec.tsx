import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Inventory, PlanSummary, Template, WorkspaceDrift } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { DriftNotice } from './drift-notice.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const WORKSPACE = 5;
const drifts = (...rows: Partial<WorkspaceDrift>[]): Promise<void> =>
  stage.read(
    'listDrifts',
    { projectId: 1, templateId: 3 },
    'GET project/1/',
    rows.map((row) => rowOf(WorkspaceDrift, { inventory_id: WORKSPACE, template_id: 3, ...row })),
  );

const show = (template: Partial<Template> = {}, permissions = 15) =>
  stage.show(
    <DriftNotice
      template={rowOf(Template, { id: 3, project_id: 1, app: 'terraform', inventory_id: WORKSPACE, ...template })}
      chosen={rowOf(Inventory, { id: WORKSPACE })}
      onApply={() => undefined}
    />,
    { permissions },
  );

const drifted = { status: 'drifted', summary: rowOf(PlanSummary, { change: 2 }), task_id: 9 } as const;

describe('whether a workspace has drifted', () => {
  it('should be nothing before it is read', () => {
    expect(show().html).toBe('');
  });

  it('should name what differs and the task that showed it, and offer to apply', async () => {
    await drifts(drifted);
    const { text, links, buttons } = show();
    expect(text).toContain('2');
    expect(links).toEqual(['#9']);
    expect(buttons).toHaveLength(1);
  });

  it('should offer to apply to nobody who may not run tasks, and nothing where nothing drifted', async () => {
    await drifts(drifted);
    expect(show({}, 0).buttons).toEqual([]);
    await drifts({ status: 'in_step' });
    expect(show().buttons).toEqual([]);
  });

  it('should offer to apply only where the template reaches the workspace', async () => {
    await drifts(drifted);
    const other = { inventory_id: WORKSPACE + 1 };
    expect(show(other).buttons).toEqual([]);
    expect(show({ ...other, task_params: { allow_override_inventory: true } }).buttons).toHaveLength(1);
  });

  it('should know nothing of a workspace that was never looked at', async () => {
    await drifts({ ...drifted, inventory_id: 77 });
    const { buttons, html } = show();
    expect(buttons).toEqual([]);
    expect(html).toContain('ant-alert-info');
  });
});
