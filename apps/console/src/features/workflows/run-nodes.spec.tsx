/** @jest-environment @happy-dom/jest-environment */
import { describe, expect, it } from '@jest/globals';
import {
  NodeDecision,
  NodeRun,
  ROLE_PERMISSIONS,
  Template,
  WorkflowGraph,
  WorkflowRunDetails,
} from '@switchyard/contracts';
import { screen, waitFor } from '@testing-library/react';
import { documentStage } from '../../components/testing/dialog-of.js';
import { person } from '../../components/testing/drawn.js';
import { rowOf } from '../../components/testing/row-of.js';
import { nodesInOrder, RunNodes } from './run-nodes.js';

const stage = documentStage(() => {
  stage.server.answer('GET project/1/templates', [rowOf(Template, { id: 4, project_id: 1, name: 'Build it' })]);
});

const graph = WorkflowGraph.parse({
  nodes: [
    { kind: 'note', node: 'why', text: 'Each Friday.' },
    { kind: 'approval', node: 'ok', name: 'Go?', role: 'manager', reason_required: true },
    { kind: 'template', node: 'build', template_id: 4 },
  ],
  edges: [{ from: 'build', to: 'ok', on: 'success' }],
});
const state = (node: string, members: Partial<NodeRun>): NodeRun => rowOf(NodeRun, { node, attempt: 1, ...members });
const run = (nodes: NodeRun[], members: Partial<WorkflowRunDetails> = {}): WorkflowRunDetails =>
  rowOf(WorkflowRunDetails, { id: 9, project_id: 1, status: 'running', ended: null, graph, nodes, ...members });

const built = state('build', { status: 'success', task_id: 12, started: '2026-01-01T00:00:00Z' });
const waiting = state('ok', { status: 'waiting', decidable: true });
const decisions = () => stage.server.calls.filter(({ line }) => line.startsWith('POST'));
const press = (name: string | RegExp) => person.click(screen.getByRole('button', { name }));

describe(nodesInOrder.name, () => {
  it('should put each node behind those that lead to it, and notes last', () => {
    expect(nodesInOrder(graph).map(({ node }) => node)).toEqual(['build', 'ok', 'why']);
  });
});

describe('the nodes of a run', () => {
  it('should show where each stands, with the task that it has started', async () => {
    stage.draw(<RunNodes run={run([built, waiting])} />);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toMatch(/Success.*build.*#12/);
    expect(items[1]).toMatch(/Waiting for approval.*Go\?.*After build \(on success\)/);
    expect(items[2]).toContain('Each Friday.');
  });

  it('should approve with the reason that is asked for', async () => {
    stage.draw(<RunNodes run={run([built, waiting])} />);
    await press('Approve Go?');
    const reason = await screen.findByRole('textbox', { name: /^Reason/ });
    await press('Approve');
    expect(decisions()).toEqual([]);
    await person.type(reason, 'tested');
    await press('Approve');
    await waitFor(() => expect(decisions()).toHaveLength(1));
    expect(decisions()).toMatchObject([
      { line: 'POST project/1/workflow_runs/9/nodes/ok/approve', body: { reason: 'tested' } },
    ]);
  });

  it('should offer no decision to those who may not take it', () => {
    stage.draw(<RunNodes run={run([built, { ...waiting, decidable: false }])} />);
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('should retry from what failed, once the run is over, for those who may run tasks', async () => {
    const failed = state('build', { status: 'failed', issues: [] });
    const over = run([failed], { status: 'failed', ended: '2026-01-01T00:00:00Z' });
    const guest = stage.draw(<RunNodes run={over} />, { permissions: ROLE_PERMISSIONS.guest });
    expect(screen.queryByRole('button')).toBeNull();
    guest.unmount();
    stage.draw(<RunNodes run={over} />);
    await press('Retry from build');
    await waitFor(() => expect(decisions()).toHaveLength(1));
    expect(decisions()).toMatchObject([{ line: 'POST project/1/workflow_runs/9/retry', body: { node: 'build' } }]);
  });

  it('should skip what failed, or a delay, with a reason', async () => {
    const failed = state('build', { status: 'failed', issues: [] });
    stage.draw(<RunNodes run={run([failed], { status: 'failed', ended: '2026-01-01T00:00:00Z' })} />);
    await press('Skip build');
    const reason = await screen.findByRole('textbox', { name: /^Reason/ });
    await press('Skip');
    expect(decisions()).toEqual([]);
    await person.type(reason, 'done by hand');
    await press('Skip');
    await waitFor(() => expect(decisions()).toHaveLength(1));
    const line = 'POST project/1/workflow_runs/9/nodes/build/skip';
    expect(decisions()).toMatchObject([{ line, body: { reason: 'done by hand' } }]);
  });

  it('should say until when a decision is asked for', () => {
    const due = new Date(Date.now() + 2.5 * 3_600_000).toISOString();
    const drawn = stage.draw(<RunNodes run={run([built, { ...waiting, due }])} />);
    expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('Deadline: in 2 hours');
    drawn.unmount();
    stage.draw(<RunNodes run={run([built, { ...waiting, due: null }])} />);
    expect(screen.getAllByRole('listitem')[1]?.textContent).not.toContain('Deadline');
  });

  it('should say how long a delay waits, and asks nobody', () => {
    const due = new Date(Date.now() + 5.5 * 60_000).toISOString();
    const nodes = [{ kind: 'delay', node: 'rest', delay_minutes: 90 }];
    const rest = state('rest', { status: 'waiting', due });
    stage.draw(<RunNodes run={run([rest], { graph: WorkflowGraph.parse({ nodes }) })} />);
    const text = screen.getByRole('listitem').textContent;
    expect(text).toMatch(/^Waiting.*rest.*Delay: 1h 30m.*Goes on: in 5 minutes/);
    expect(text).not.toContain('approval');
  });

  it('should say what a condition has decided, and who starts by it', () => {
    const nodes = [
      { kind: 'condition', node: 'yes', expression: '1 == 1' },
      { kind: 'condition', node: 'no', expression: '1 == 2' },
      { kind: 'template', node: 'build', template_id: 4 },
    ];
    const edges = [
      { from: 'yes', to: 'no', on: 'success' },
      { from: 'no', to: 'build', on: 'failure' },
    ];
    const decided = run([state('yes', { status: 'success' }), state('no', { status: 'unmet' })]);
    stage.draw(<RunNodes run={{ ...decided, graph: WorkflowGraph.parse({ nodes, edges }) }} />);
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items[0]).toMatch(/^True.*yes.*1 == 1/);
    expect(items[1]).toMatch(/^False.*no.*After yes \(if true\)/);
    expect(items[2]).toContain('After no (if false)');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('should say which variable has no value', () => {
    const problem = { code: 'expression_output', params: { node: 'a', output: 'version' } };
    const issues = [{ path: [], code: 'variable_failed', params: { name: 'of', problem }, message: '' }];
    stage.draw(<RunNodes run={run([state('build', { status: 'failed', issues })])} />);
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain(
      'Variable of: The node a has not published the output version',
    );
  });

  it('should name nobody where nobody decided in time', () => {
    const overdue = state('ok', {
      status: 'failed',
      due: '2026-01-01T00:00:00Z',
      issues: [{ path: [], code: 'approval_overdue', params: {}, message: '' }],
    });
    stage.draw(<RunNodes run={run([built, overdue])} />);
    const text = screen.getAllByRole('listitem')[1]?.textContent;
    expect(text).toContain('Nobody decided before the deadline');
    expect(text).not.toMatch(/Rejected|Deadline: /);
  });

  it('should say who decided, when and why, and how many are missing', async () => {
    const created = new Date(Date.now() - 2.5 * 3_600_000).toISOString();
    const given = (members: Partial<NodeDecision>) => rowOf(NodeDecision, { created, ...members });
    const ann = given({ user_id: 7, user_name: 'Ann', approves: true, reason: '' });
    const nodes = graph.nodes.map((node) => (node.node === 'ok' ? { ...node, approvals_needed: 2 } : node));
    const drawn = stage.draw(
      <RunNodes run={run([built, { ...waiting, decisions: [ann] }], { graph: { ...graph, nodes } as never })} />,
    );
    const text = () => screen.getAllByRole('listitem')[1]?.textContent;
    expect(text()).toMatch(/Approvals needed: 2.*1 of 2 approvals.*Approved by Ann · 2 hours ago/);
    drawn.unmount();
    const gone = given({ user_id: 8, user_name: '', approves: false, reason: 'not today' });
    stage.draw(<RunNodes run={run([built, state('ok', { status: 'failed', decisions: [ann, gone] })])} />);
    expect(text()).toMatch(/Approved by Ann.*Rejected by –: not today/);
    expect(text()).not.toContain('of 2');
  });
});
