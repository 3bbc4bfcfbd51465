import { ApprovalNode, type Problem, problem, ROLE_PERMISSIONS } from '@switchyard/contracts';
import { NotFoundError, RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { runnable } from './advance.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { type AlsoStored, type HeldRun, holdRun, readNodes, type RunNode } from './held-run.js';
import { settleQueues } from './settle-queues.js';

/** Somebody of the project, with the sum of the bits of `Permission`. */
export interface Approver {
  userId: number;
  permissions: number;
}

/** Why somebody may not decide about an approval; `null` = they may. Who scheduled a run counts as who started it. */
export function approverFault(
  { role, user_ids: named, four_eyes: fourEyes }: Pick<ApprovalNode, 'role' | 'user_ids' | 'four_eyes'>,
  { userId, scheduledBy, retriedBy }: Pick<HeldRun, 'userId' | 'scheduledBy' | 'retriedBy'>,
  approver: Approver,
): Problem | null {
  const needed = role === null ? null : ROLE_PERMISSIONS[role];
  const isOfRole = needed !== null && (approver.permissions & needed) === needed;
  if (!isOfRole && !named.includes(approver.userId)) {
    return problem('approval_not_yours');
  }
  return fourEyes && [userId, scheduledBy, retriedBy].includes(approver.userId) ? problem('approval_starter') : null;
}

/** A decision about the approval that a node waits for. */
export interface ApprovalDecision {
  projectId: number;
  runId: number;
  node: string;
  by: Approver;
  approves: boolean;
  /** Why, in their words. */
  reason: string;
}

/**
 * Decides about an approval, and starts what follows once enough people have approved or one has rejected. People who decide at once do so one
 * after the other; after the deadline nobody does, whether the run has gone on already or not.
 * @throws NotFoundError
 * @throws RunRefusedError when the node does not wait, or no longer, is for others, needs a reason, or has the person's approval
 */
export async function decideApproval(engine: Engine, decision: ApprovalDecision, also?: AlsoStored): Promise<void> {
  const updates = await wholeOrApart(engine.dataSource, async (on, together) => {
    const run = await holdRun(on, decision);
    const state = (await readNodes(on, run.id)).get(decision.node);
    if (!state) {
      throw new NotFoundError('node');
    }
    const node = askedNode(run, state);
    const fault = decisionFault(node, run, { decision, state });
    if (fault) {
      throw new RunRefusedError(fault);
    }
    const approvals = await keepDecision(on, decision, state);
    if (!decision.approves || approvals >= node.approvals_needed) {
      await endApproval(on, decision, state);
    }
    await also?.(on, run.id);
    return advanceHeld(engine, { on, together }, [run]);
  });
  announceRuns(engine, [decision.projectId], updates);
  await settleQueues(engine);
}

/**
 * The approval that waits for a decision. A graph of an earlier version lacks what came later.
 * @throws RunRefusedError when the node is none, or does not wait
 */
function askedNode({ graph, status }: HeldRun, state: RunNode): ApprovalNode {
  const node = runnable(graph).get(state.node);
  if (node?.kind !== 'approval' || status !== 'running' || state.status !== 'waiting') {
    throw new RunRefusedError(problem('approval_not_asked'));
  }
  return ApprovalNode.parse(node);
}

function decisionFault(
  node: ApprovalNode,
  run: HeldRun,
  { decision: { by, reason }, state }: { decision: ApprovalDecision; state: RunNode },
): Problem | null {
  if (state.isDue) {
    return problem('approval_overdue');
  }
  const fault = approverFault(node, run, by);
  return fault ?? (node.reason_required && reason === '' ? problem('approval_reason') : null);
}

/**
 * Stores a decision.
 * @returns how many people have approved
 * @throws RunRefusedError when the person has decided already
 */
async function keepDecision(
  on: Executor,
  { node, by, approves, reason }: ApprovalDecision,
  { runId, attempt }: RunNode,
): Promise<number> {
  const stored = await rows<{ before: number }>(
    on,
    `insert into workflow_decision (run_id, node, attempt, user_id, approves, reason, created)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp()) on conflict do nothing
     returning (select count(*)::int from workflow_decision d
                 where d.run_id = $1 and d.node = $2 and d.attempt = $3) as before`,
    [runId, node, attempt, by.userId, approves, reason],
  );
  const [{ before } = { before: null }] = stored;
  if (before === null) {
    throw new RunRefusedError(problem('approval_given'));
  }
  return before + 1;
}

async function endApproval(
  on: Executor,
  { node, by, approves, reason }: ApprovalDecision,
  { runId, attempt }: RunNode,
): Promise<void> {
  await rows(
    on,
    `update workflow_node_run set status = $4, decided_by = $5, reason = $6, ended = now(), alert = null
      where run_id = $1 and node = $2 and attempt = $3`,
    [runId, node, attempt, approves ? 'success' : 'failed', by.userId, reason],
  );
}
