/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { ProjectUser, Template, Workflow } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { documentStage, field, openDialog, savesOf, submit } from '../../components/testing/dialog-of.js';
import { person, pick } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { WorkflowDialog } from './workflow-dialog.js';

const template = (id: number, name: string) => rowOf(Template, { id, project_id: 1, name, app: 'bash' });
const stage = documentStage(() => {
  localStorage.setItem('switchyard.workflow-view', 'list');
  stage.server.answer('GET project/1/templates', [template(4, 'Build it'), template(5, 'Ship it')]);
  stage.server.answer('GET project/1/users', [rowOf(ProjectUser, { id: 7, name: 'Ann' })]);
});

const row = Workflow.parse({
  id: 3,
  project_id: 1,
  name: 'Release',
  concurrency: 'parallel',
  description: '',
  nodes: [
    { kind: 'template', node: 'build', template_id: 4 },
    { kind: 'template', node: 'ship', template_id: 5 },
  ],
  edges: [{ from: 'build', to: 'ship', on: 'success' }],
  last_run: null,
});

const open = (of: Workflow | null) =>
  openDialog<Workflow>(stage, of, (given) => <WorkflowDialog projectId={1} {...given} />);
const sent = () => savesOf(stage, 'project/1/workflows');
const press = (name: string) => person.click(screen.getByRole('button', { name }));
/** The dialog of a node, which lies over the other. */
const inner = async () => {
  const dialogs = await waitFor(() => {
    const found = screen.getAllByRole('dialog');
    expect(found.length).toBe(2);
    return found;
  });
  return within(dialogs.at(-1) as HTMLElement);
};
const leave = async (button: 'Add' | 'Apply'): Promise<void> => {
  await person.click((await inner()).getByRole('button', { name: button }));
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
};

describe('the dialog of a workflow', () => {
  it('should run one template after the other, each named as its template', async () => {
    const { onClosed } = await open(null);
    await person.type(field(/^Name/), 'Release');
    for (const name of ['Build it', 'Ship it']) {
      await press('Add node');
      await inner();
      await pick(/^Template/, name);
      await leave('Add');
    }
    await submit('Create');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      {
        line: 'POST project/1/workflows',
        body: {
          name: 'Release',
          nodes: [
            { node: 'build-it', template_id: 4 },
            { node: 'ship-it', template_id: 5 },
          ],
          edges: [{ from: 'build-it', to: 'ship-it', on: 'success' }],
        },
      },
    ]);
  });

  it('should ask before a step', async () => {
    const { onClosed } = await open(row);
    await press('Add node');
    await inner();
    await pick(/^Kind/, 'Approval');
    await person.type((await inner()).getByLabelText(/^Node name/), 'ok');
    await person.type((await inner()).getByLabelText(/^Deadline/), '90');
    await person.type((await inner()).getByLabelText(/^Approvals needed/), '{Backspace}2');
    await leave('Add');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      {
        body: {
          nodes: [
            { node: 'build' },
            { node: 'ship' },
            { kind: 'approval', node: 'ok', role: 'manager', approvals_needed: 2, deadline_minutes: 90 },
          ],
          edges: [
            { from: 'build', to: 'ship', on: 'success' },
            { from: 'ship', to: 'ok', on: 'success' },
          ],
        },
      },
    ]);
  });

  it('should let time pass before a step', async () => {
    const { onClosed } = await open(row);
    await press('Add node');
    await inner();
    await pick(/^Kind/, 'Delay');
    await person.type((await inner()).getByLabelText(/^Node name/), 'rest');
    await person.type((await inner()).getByLabelText(/^Minutes to wait/), '15');
    await leave('Add');
    expect(screen.getByText('Delay: 15m 00s')).toBeTruthy();
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ body: { nodes: [{}, {}, { kind: 'delay', node: 'rest', delay_minutes: 15 }] } }]);
  });

  it('should decide, and pass on what was published', async () => {
    const { onClosed } = await open(row);
    await press('Add node');
    await inner();
    await pick(/^Kind/, 'Condition');
    await person.type((await inner()).getByLabelText(/^Node name/), 'fits');
    await person.type((await inner()).getByLabelText(/^Expression/), 'true');
    await leave('Add');
    await press('Edit ship');
    await person.click((await inner()).getByRole('button', { name: 'Add variable' }));
    await person.type((await inner()).getByLabelText('Variable'), 'of');
    await person.type((await inner()).getByLabelText('Expression'), 'nodes.build.status');
    await leave('Apply');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([
      {
        body: {
          nodes: [
            { variables: [] },
            { variables: [{ name: 'of', expression: 'nodes.build.status' }] },
            { kind: 'condition', node: 'fits', expression: 'true' },
          ],
        },
      },
    ]);
  });

  it('should say what is missing, and send nothing', async () => {
    await open(null);
    await submit('Create');
    await waitFor(() => expect(document.querySelectorAll('.ant-form-item-explain-error').length).toBe(2));
    expect(sent()).toEqual([]);
  });

  it('should lose the edges of a node that is deleted', async () => {
    const { onClosed } = await open(row);
    await press('Delete build');
    await submit('Save');
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(sent()).toMatchObject([{ body: { nodes: [{ node: 'ship' }], edges: [] } }]);
  });
});
