import { type ApprovalNode, type Problem, problem, ROLE_PERMISSIONS } from '@switchyard/contracts';
import { NotFoundError, RunRefusedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { wholeOrApart } from '../statements/whole-or-apart.js';
import { runnable } from './advance.js';
import { advanceHeld, announceRuns } from './advance-held.js';
import { type AlsoStored, type HeldRun, holdRun, readNodes, type RunNode } from './held-run.js';

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
 * Decides about an approval, and starts what follows. Of several people who decide at once one wins; after the deadline nobody does,
 * whether the run has gone on already or not.
 * @throws NotFoundError
 * @throws RunRefusedError when the node does not wait, or no longer, is for others, or needs a reason
 */
export async function decideApproval(engine: Engine, decision: ApprovalDecision, also?: AlsoStored): Promise<void> {
  const updates = await wholeOrApart(engine.dataSource, async (on, together) => {
    const run = await holdRun(on, decision);
    const state = (await readNodes(on, run.id)).get(decision.node);
    if (!state) {
      throw new NotFoundError('node');
    }
    const fault = decisionFault(run, decision, state);
    if (fault) {
      throw new RunRefusedError(fault);
    }
    await rows(
      on,
      `update workflow_node_run set status = $4, decided_by = $5, reason = $6, ended = now()
        where run_id = $1 and node = $2 and attempt = $3`,
      [
        run.id,
        decision.node,
        state.attempt,
        decision.approves ? 'success' : 'failed',
        decision.by.userId,
        decision.reason,
      ],
    );
    await also?.(on, run.id);
    return advanceHeld(engine, { on, together }, [run]);
  });
  announceRuns(engine, [decision.projectId], updates);
}

function decisionFault(
  run: HeldRun,
  { node: id, by, reason }: ApprovalDecision,
  { status, isDue }: RunNode,
): Problem | null {
  const node = runnable(run.graph).get(id);
  if (node?.kind !== 'approval' || run.status !== 'running' || status !== 'waiting') {
    return problem('approval_not_asked');
  }
  if (isDue) {
    return problem('approval_overdue');
  }
  const fault = approverFault(node, run, by);
  return fault ?? (node.reason_required && reason === '' ? problem('approval_reason') : null);
}
