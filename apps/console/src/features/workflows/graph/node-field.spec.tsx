/** @jest-environment @happy-dom/jest-environment */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Template } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { documentStage } from '../../../components/testing/dialog-of.js';
import { person, pick } from '../../../components/testing/drawn.js';
import { rowOf } from '../../../components/testing/row-of.js';
import { freshNode, type NodeValues } from '../workflow-values.js';
import { edgesIn } from './graph-edits.js';
import { NodeField } from './node-field.js';

const stage = documentStage(() => {
  stage.server.answer('GET project/1/templates', [rowOf(Template, { id: 4, project_id: 1, name: 'Build it' })]);
});

const node = (name: string, ...after: NodeValues['after']): NodeValues => ({
  ...freshNode,
  node: name,
  template_id: 4,
  after,
});
let now: NodeValues[];
function Form() {
  const [value, setValue] = useState(now);
  now = value;
  return <NodeField value={value} onChange={setValue} />;
}
const edges = () => edgesIn(now).map(({ from, on, to }) => `${from} ${on} ${to}`);
const press = (name: string) => person.click(screen.getByRole('button', { name }));

describe('the nodes of a workflow in the form, as a graph', () => {
  beforeEach(() => {
    now = [node('build'), node('ship', { from: 'build', on: 'success' })];
  });

  const open = async (): Promise<void> => {
    stage.draw(<Form />);
    await screen.findByRole('button', { name: 'on success: build → ship' });
  };

  it('should change the condition of an edge, and disconnect', async () => {
    await open();
    await press('on success: build → ship');
    await person.click(screen.getByRole('menuitemradio', { name: 'on failure' }));
    expect(edges()).toEqual(['build failure ship']);
    await person.click(await screen.findByRole('button', { name: 'on failure: build → ship' }));
    await person.click(screen.getByRole('menuitem', { name: 'Disconnect' }));
    expect(edges()).toEqual([]);
  });

  it('should add a node behind the last, as the list does, and delete one with its edges', async () => {
    await open();
    await press('Add node');
    await pick(/^Template/, 'Build it');
    await person.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByRole('button', { name: 'on success: ship → build-it' });
    expect(edges()).toEqual(['build success ship', 'ship success build-it']);
    await press('Delete ship');
    expect(edges()).toEqual([]);
    expect(now.map((each) => each.node)).toEqual(['build', 'build-it']);
  });

  it('should open the dialog of a node from the keyboard', async () => {
    await open();
    screen.getByRole('button', { name: 'Edit ship' }).focus();
    await person.keyboard('{Enter}');
    expect(within(await screen.findByRole('dialog')).getByDisplayValue('ship')).toBeTruthy();
  });

  it('should show the same as a list, and remember that', async () => {
    await open();
    await person.click(screen.getByText('List'));
    expect(screen.queryByRole('application')).toBeNull();
    await press('Delete ship');
    expect(now.map((each) => each.node)).toEqual(['build']);
    await waitFor(() => expect(localStorage.getItem('switchyard.workflow-view')).toBe('list'));
  });
});
