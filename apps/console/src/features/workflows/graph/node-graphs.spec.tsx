/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import { NodeRun, Template, WorkflowGraph, WorkflowRunDetails } from '@switchyard/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { documentStage } from '../../../components/testing/dialog-of.js';
import { address, person } from '../../../components/testing/drawn.js';
import { rowOf } from '../../../components/testing/row-of.js';
import { RunNodes } from '../run-nodes.js';
import { RunGraph, WorkflowGraphView } from './node-graphs.js';
import { NodeViews } from './node-views.js';

const stage = documentStage(() => {
  stage.server.answer('GET project/1/templates', [rowOf(Template, { id: 4, project_id: 1, name: 'Build it' })]);
});

const graph = WorkflowGraph.parse({
  nodes: [
    { kind: 'template', node: 'build', template_id: 4 },
    { kind: 'approval', node: 'ok', name: 'Go?', role: 'manager' },
    { kind: 'template', node: 'repair', template_id: 4 },
    { kind: 'note', node: 'why', text: 'Each Friday.' },
  ],
  edges: [
    { from: 'build', to: 'ok', on: 'success' },
    { from: 'build', to: 'repair', on: 'failure' },
  ],
});
const run = rowOf(WorkflowRunDetails, {
  id: 9,
  project_id: 1,
  status: 'running',
  ended: null,
  graph,
  nodes: [
    rowOf(NodeRun, {
      node: 'build',
      status: 'success',
      task_id: 12,
      started: '2026-01-01T00:00:00Z',
      ended: '2026-01-01T00:01:30Z',
    }),
    rowOf(NodeRun, { node: 'ok', status: 'waiting' }),
    rowOf(NodeRun, { node: 'repair', status: 'skipped' }),
  ],
});

const canvas = () => screen.findByRole('application', { name: 'Graph' });
/** What each card says, in the order of the graph. */
const cards = async () => {
  await canvas();
  return [...document.querySelectorAll('.wf-card')].map(({ textContent }) => textContent);
};

/** Makes the screen as narrow as that of a phone, or a laptop. */
const resize = (width: number): void => {
  (window as unknown as { happyDOM: { setViewport: (of: { width: number }) => void } }).happyDOM.setViewport({ width });
};

describe('the graph of a run', () => {
  it('should show where each node stands, in the words of the list, with its duration', async () => {
    stage.draw(<RunGraph run={run} onShow={() => undefined} />);
    await waitFor(async () => expect(await cards()).toHaveLength(4));
    const [build, ok, repair, why] = await cards();
    expect(build).toMatch(/build.*Success.*1m 30s/);
    expect(ok).toMatch(/Go\?.*Managers.*Waiting for approval/);
    expect(repair).toContain('Skipped');
    expect(why).toContain('Each Friday.');
  });

  it('should open the log of a task from the keyboard', async () => {
    stage.draw(<RunGraph run={run} onShow={() => undefined} />);
    within(await canvas())
      .getByRole('link', { name: 'build' })
      .focus();
    await person.keyboard('{Enter}');
    expect(address()).toBe('/?t=12');
  });

  it('should say in words what a line means, and which way is closed', async () => {
    stage.draw(<RunGraph run={run} onShow={() => undefined} />);
    await canvas();
    const lines = await screen.findAllByRole('img', { name: / → / });
    expect(
      lines.map((line) => [line.getAttribute('aria-label'), line.querySelector('[data-closed="true"]') !== null]),
    ).toEqual([
      ['on success: build → Go?', false],
      ['on failure: build → repair', true],
    ]);
  });

  it('should lead from what has no log to its row in the list, and show one of both on a phone', async () => {
    resize(400);
    stage.draw(<NodeViews graph={(onShow) => <RunGraph run={run} onShow={onShow} />} list={<RunNodes run={run} />} />);
    expect(screen.queryByRole('application')).toBeNull();
    await person.click(screen.getByText('Graph'));
    const drawn = await canvas();
    expect(screen.queryByRole('list', { name: 'Nodes' })).toBeNull();
    within(drawn).getByRole('button', { name: 'Go?' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('After build (on success)'));
    resize(1024);
  });
});

describe('the graph of a workflow', () => {
  it('should lead to the templates of its nodes', async () => {
    stage.draw(<WorkflowGraphView workflow={graph} />);
    const links = await waitFor(async () => {
      const found = within(await canvas()).getAllByRole('link', { name: 'Build it' });
      expect(found).toHaveLength(2);
      return found;
    });
    expect(links[0]?.getAttribute('href')).toBe('/project/1/templates/4');
  });
});
