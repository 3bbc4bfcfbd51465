import type { JobState } from '@switchyard/contracts';
import { isWorkspaceType } from '@switchyard/contracts';
import type { Attempt, Inventory, Task } from '@switchyard/database';
import type { SecretBox } from '@switchyard/server';

/** Owner of the credential of an attempt: this attempt under this lease, and one workspace. */
export interface StateTokenOwner {
  attemptId: number;
  leaseId: string;
  inventoryId: number;
}

/** Names what the token of an attempt is good for; it is not stored, and good as long as the attempt is alive. */
export const stateTokenContext = ({ attemptId, leaseId, inventoryId }: StateTokenOwner): string =>
  `terraform state ${attemptId} ${leaseId} ${inventoryId}`;

const aliasOfTask = (taskId: number): string => `task-${taskId}`;
const loginOfWorkspace = (inventoryId: number): string => `workspace-${inventoryId}`;

/** The task of an address of the backend, or the workspace of a login; `null` = it is another one. */
export const taskOfAlias = (alias: string): number | null => idIn(alias, /^task-(\d{1,9})$/);
export const workspaceOfLogin = (login: string): number | null => idIn(login, /^workspace-(\d{1,9})$/);

/** How an attempt reaches the state of its workspace. */
export function jobState(
  box: SecretBox,
  { id: taskId }: Pick<Task, 'id'>,
  attempt: Pick<Attempt, 'id' | 'leaseId'> | null,
  inventory: Inventory | null,
): JobState | null {
  if (!attempt || !inventory || !isWorkspaceType(inventory.type)) {
    return null;
  }
  const owner = { attemptId: attempt.id, leaseId: attempt.leaseId, inventoryId: inventory.id };
  return {
    address: `/api/terraform/${aliasOfTask(taskId)}`,
    login: loginOfWorkspace(inventory.id),
    password: box.token(stateTokenContext(owner)),
    ca: null,
  };
}

function idIn(text: string, pattern: RegExp): number | null {
  const id = pattern.exec(text)?.[1];
  return id === undefined ? null : Number(id);
}
