import { isFinal, issueAt, type NodeStatus, problem, type WorkflowRunStatus } from '@switchyard/contracts';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { decisionOf, type SeenNode, variablesOf } from '../expressions/node-values.js';
import type { LaunchOutcome } from '../launch/launch-together.js';
import type { Engine } from '../ports.js';
import { advance, type Runnable, runnable } from './advance.js';
import {
  type HeldRun,
  type Holding,
  type NodeChange,
  type RunEnd,
  type RunNode,
  readNodesOf,
  writeEnds,
  writeNodes,
} from './held-run.js';
import { launchNodes } from './launch-nodes.js';
import { noteNodes } from './note-nodes.js';
import { readOutputs } from './read-outputs.js';

/** A held run with what becomes of its nodes. */
interface MovingRun {
  run: HeldRun;
  nodes: ReadonlyMap<string, RunNode>;
  changes: Map<RunNode, NodeChange>;
}

/** A node whose task is to be launched. */
interface StartedNode {
  of: MovingRun;
  node: RunNode;
  variables: Readonly<Record<string, unknown>>;
}

/** What the tasks of nodes have published, by their ids. */
type Outputs = Awaited<ReturnType<typeof readOutputs>>;

/**
 * Moves held runs as far as they go: takes over how their tasks have ended and what has waited long enough, launches what may start,
 * skips what cannot any more, and ends the runs. Tasks and nodes are stored by the same transaction, so that a node has one task in each attempt,
 * whatever ends in between and however often this is called. The number of statements does not grow with that of the runs.
 * @returns the tasks that were launched, for `announceRuns` after the commit
 */
export async function advanceHeld(engine: Engine, holding: Holding, runs: readonly HeldRun[]): Promise<UpdateRow[]> {
  // Another process may have ended one while this waited for its row.
  const living = runs.filter(({ status }) => status === 'running' || status === 'stopping');
  const nodes = await readNodesOf(
    holding.on,
    living.map(({ id }) => id),
  );
  const moving = living.map((run) => begun(run, nodes.get(run.id) ?? new Map<string, RunNode>()));
  const running = moving.filter(({ run }) => run.status === 'running');
  const updates = await startNodes(engine, holding, running);
  await writeNodes(
    holding.on,
    moving.flatMap(({ changes }) => [...changes]),
  );
  await noteNodes(holding.on, moving);
  await writeEnds(holding.on, moving.flatMap(endsOf));
  return updates;
}

/** To be called after the commit. @param projectIds of the runs */
export function announceRuns(engine: Engine, projectIds: readonly number[], updates: readonly UpdateRow[]): void {
  engine.signals.alertsDue();
  engine.signals.deliveryListsChanged([...new Set(projectIds)].map((projectId) => ({ projectId, of: 'runs' })));
  announceTasks(engine, updates);
  if (updates.length > 0) {
    engine.signals.dispatchNeeded('workflow advanced');
  }
}

/** The run with the ends of its tasks taken over, and of what waits no longer. */
function begun(run: HeldRun, nodes: ReadonlyMap<string, RunNode>): MovingRun {
  const changes = [...nodes.values()].flatMap((node): [RunNode, NodeChange][] => {
    const end = node.status === 'running' ? endOf(node, run.status) : waitedEnd(node, run);
    return end ? [[node, end]] : [];
  });
  return { run, nodes, changes: new Map(changes) };
}

/** How a node ends when its time is over; `null` = it does not wait, or not so long yet. */
function waitedEnd({ node, isDue }: RunNode, { status, graph }: HeldRun): NodeChange | null {
  if (!isDue || status !== 'running') {
    return null;
  }
  return runnable(graph).get(node)?.kind === 'delay'
    ? { status: 'success' }
    : { status: 'failed', issues: [issueAt([], problem('approval_overdue'))], alert: 'approval_overdue' };
}

/** How a running node has ended; `null` = its task has not. */
function endOf({ taskStatus }: RunNode, run: WorkflowRunStatus): NodeChange | null {
  if (taskStatus === null) {
    return { status: 'failed', issues: [issueAt([], problem('node_task_gone'))] };
  }
  if (!isFinal(taskStatus)) {
    return null;
  }
  const otherwise = run === 'stopping' && taskStatus === 'stopped' ? 'stopped' : 'failed';
  return { status: taskStatus === 'success' ? 'success' : otherwise };
}

/** Where the nodes stand, changes included. */
const statusesOf = ({ nodes, changes }: MovingRun): Map<string, NodeStatus> =>
  new Map([...nodes].map(([id, node]) => [id, changes.get(node)?.status ?? node.status]));

/** A launch that is refused may let others start, so this goes on until nothing does: at most as often as a graph has nodes. */
async function startNodes(engine: Engine, holding: Holding, moving: readonly MovingRun[]): Promise<UpdateRow[]> {
  const updates: UpdateRow[] = [];
  for (let open = moving; open.length > 0;) {
    const steps = open.map((of) => ({ of, ...advance(of.run.graph, statusesOf(of)) }));
    const outputs = await readOutputs(holding.on, steps);
    const started = steps.flatMap(({ of, starts, skips }) => begin(of, { starts, skips }, outputs));
    const outcomes = await launchNodes(engine, holding, started.map(launchOf));
    started.forEach(({ of, node }, i) => of.changes.set(node, changeOf(outcomes[i])));
    updates.push(...outcomes.flatMap((each) => ('task' in each ? [each.task] : [])));
    open = steps.flatMap(({ of, starts }) => (starts.some((id) => of.nodes.has(id)) ? [of] : []));
  }
  return updates;
}

const launchOf = ({ of: { run, nodes }, node, variables }: StartedNode) => ({ run, nodes, id: node.node, variables });

/** Skips, asks and decides at once. @returns the nodes whose tasks are to be launched */
function begin(
  of: MovingRun,
  { starts, skips }: { starts: readonly string[]; skips: readonly string[] },
  outputs: Outputs,
): StartedNode[] {
  const known = runnable(of.run.graph);
  const statesOf = (ids: readonly string[]): RunNode[] => ids.flatMap((id) => of.nodes.get(id) ?? []);
  statesOf(skips).forEach((node) => of.changes.set(node, { status: 'skipped' }));
  return statesOf(starts).flatMap((node): StartedNode[] => {
    const begun = beginning(known.get(node.node), (id) => seenNode(of, id, outputs));
    if ('status' in begun) {
      of.changes.set(node, begun);
      return [];
    }
    return [{ of, node, variables: begun.values }];
  });
}

/** A node as expressions see it. */
function seenNode({ nodes, changes }: MovingRun, id: string, outputs: Outputs): SeenNode | undefined {
  const node = nodes.get(id);
  return node && { status: changes.get(node)?.status ?? node.status, outputs: outputs.get(node.taskId ?? 0) ?? [] };
}

/** What becomes of a node that starts, or the variables with which its task does. */
function beginning(
  node: Runnable | undefined,
  seen: (id: string) => SeenNode | undefined,
): NodeChange | { values: Record<string, unknown> } {
  switch (node?.kind) {
    case 'template': {
      const variables = variablesOf(node, seen);
      return 'values' in variables ? variables : { status: 'failed', ...variables };
    }
    case 'condition': {
      const decision = decisionOf(node.expression, seen);
      return 'isMet' in decision ? { status: decision.isMet ? 'success' : 'unmet' } : { status: 'failed', ...decision };
    }
    case 'approval':
      return { status: 'waiting', minutes: node.deadline_minutes, alert: 'approval' };
    default:
      return { status: 'waiting', minutes: node?.kind === 'delay' ? node.delay_minutes : null };
  }
}

const changeOf = (outcome: LaunchOutcome | undefined): NodeChange =>
  outcome && 'task' in outcome
    ? { status: 'running', taskId: outcome.task.id }
    : { status: 'failed', issues: outcome?.issues ?? [] };

function endsOf(of: MovingRun): RunEnd[] {
  const statuses = statusesOf(of);
  const isOver = ![...statuses.values()].includes('running');
  const end = of.run.status === 'running' ? advance(of.run.graph, statuses).end : isOver ? 'stopped' : null;
  return end === null ? [] : [[of.run.id, end]];
}
