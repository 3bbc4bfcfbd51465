import { isFinal, issueAt, type NodeStatus, problem, type WorkflowRunStatus } from '@switchyard/contracts';
import type { UpdateRow } from '../life-cycle/task-update.js';
import { announceTasks } from '../life-cycle/announce-tasks.js';
import type { Engine } from '../ports.js';
import { advance, runnable } from './advance.js';
import {
  type HeldRun,
  type Holding,
  type NodeChange,
  type RunNode,
  readNodes,
  writeNodes,
  writeRun,
} from './held-run.js';
import { launchNodes } from './launch-nodes.js';

/**
 * Moves a held run as far as it goes: takes over how its tasks have ended, launches what may start, skips what cannot any more, and
 * ends the run. Tasks and nodes are stored by the same transaction, so that a node has one task in each attempt, whatever
 * ends in between and however often this is called.
 * @returns the tasks that were launched, for `announceRun` after the commit
 */
export async function advanceHeld(engine: Engine, holding: Holding, run: HeldRun): Promise<UpdateRow[]> {
  if (run.status !== 'running' && run.status !== 'stopping') {
    // Another process, which held it meanwhile, has ended it.
    return [];
  }
  const nodes = await readNodes(holding.on, run.id);
  const changes = new Map<RunNode, NodeChange>();
  const change = (node: RunNode, to: NodeChange): void => void changes.set(node, to);
  for (const node of nodes.values()) {
    const end = node.status === 'running' ? endOf(node, run.status) : null;
    if (end) {
      change(node, end);
    }
  }
  const statuses = (): Map<string, NodeStatus> =>
    new Map([...nodes].map(([id, node]) => [id, changes.get(node)?.status ?? node.status]));
  const updates = run.status === 'running' ? await startNodes(engine, holding, { run, nodes, statuses, change }) : [];
  await writeNodes(holding.on, run.id, changes);
  const end = run.status === 'running' ? advance(run.graph, statuses()).end : stoppedEnd(statuses());
  if (end !== null) {
    await writeRun(holding.on, run.id, end);
  }
  return updates;
}

/** To be called after the commit. */
export function announceRun(engine: Engine, projectId: number, updates: readonly UpdateRow[]): void {
  engine.signals.deliveryListsChanged([{ projectId, of: 'runs' }]);
  announceTasks(engine, updates);
  if (updates.length > 0) {
    engine.signals.dispatchNeeded('workflow advanced');
  }
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

interface Starting {
  run: HeldRun;
  nodes: ReadonlyMap<string, RunNode>;
  /** Where the nodes stand, changes included. */
  statuses: () => Map<string, NodeStatus>;
  change: (node: RunNode, to: NodeChange) => void;
}

/** A launch that is refused may let others start, so this goes on until nothing does: at most as often as there are nodes. */
async function startNodes(engine: Engine, holding: Holding, starting: Starting): Promise<UpdateRow[]> {
  const { run, nodes, statuses, change } = starting;
  const known = runnable(run.graph);
  const statesOf = (ids: readonly string[]): RunNode[] => ids.flatMap((id) => nodes.get(id) ?? []);
  const updates: UpdateRow[] = [];
  for (let more = true; more;) {
    const { starts, skips } = advance(run.graph, statuses());
    statesOf(skips).forEach((node) => change(node, { status: 'skipped' }));
    const tasks = statesOf(starts).filter(({ node }) => known.get(node)?.kind === 'template');
    statesOf(starts)
      .filter((node) => !tasks.includes(node))
      .forEach((node) => change(node, { status: 'waiting' }));
    const launched = await launchNodes(engine, holding, { run, nodes, ids: tasks.map(({ node }) => node) });
    tasks.forEach((node, i) => {
      const outcome = launched[i];
      change(node, outcome && 'task' in outcome ? { status: 'running', taskId: outcome.task.id } : refused(outcome));
    });
    updates.push(...launched.flatMap((each) => ('task' in each ? [each.task] : [])));
    more = starts.length > 0;
  }
  return updates;
}

const refused = (outcome: { issues: NodeChange['issues'] } | undefined): NodeChange => ({
  status: 'failed',
  issues: outcome?.issues ?? [],
});

const stoppedEnd = (statuses: ReadonlyMap<string, NodeStatus>): WorkflowRunStatus | null =>
  [...statuses.values()].includes('running') ? null : 'stopped';
