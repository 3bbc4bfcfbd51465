import { ATTEMPT_MARKER } from './attempt-environment.js';
import { belongsTo, findProcess, listProcesses, type ProcessInfo, userOf } from './process-table.js';

/** Processes of an attempt descend from the runner, so older ones need no look. */
const runnerStartTicks = findProcess(process.pid)?.startTicks ?? 0;

/** Attempt whose processes are looked for. */
export interface AttemptSearch {
  attemptDir: string;
  /** Leaders of process groups that belong to the attempt. */
  groups: readonly number[];
  /** Also look at processes older than this runner: those an earlier runner has left. */
  older?: boolean;
  /** User the attempt runs as when it is not the runner's: processes of others are never its own. */
  user?: { uid: number; exclusive: boolean };
}

/**
 * Ids of the living processes of an attempt: members of its process groups, processes that carry its marker, work in
 * its directory or write to its output, and all their descendants. A process that cleared its environment, changed its
 * directory, redirected its output and lost its parent is not found, unless the attempt has a user of its own; nor is one of
 * another user (`sudo`).
 * Where there is no `/proc` only the groups are known, as negative ids that mean the whole group.
 */
export function attemptProcesses(search: AttemptSearch): number[] {
  if (runnerStartTicks === 0) {
    return search.groups.filter(groupLives).map((group) => -group);
  }
  const since = search.older ? 0 : runnerStartTicks;
  const candidates = listProcesses().filter((info) => info.startTicks >= since && info.pid !== process.pid);
  return withDescendants(
    candidates,
    candidates.filter((info) => isMember(info, search)),
  );
}

/** Ids of the living processes of these users. */
export function processesOf(uids: ReadonlySet<number>): number[] {
  return listProcesses()
    .map(({ pid }) => pid)
    .filter((pid) => uids.has(userOf(pid) ?? -1));
}

function isMember(info: ProcessInfo, { attemptDir, groups, user }: AttemptSearch): boolean {
  if (user && userOf(info.pid) !== user.uid) {
    return false;
  }
  return (
    user?.exclusive ||
    groups.includes(info.group) ||
    groups.includes(info.session) ||
    belongsTo(info.pid, ATTEMPT_MARKER, attemptDir)
  );
}

function withDescendants(all: readonly ProcessInfo[], members: readonly ProcessInfo[]): number[] {
  const found = new Set(members.map((info) => info.pid));
  let known = -1;
  while (found.size > 0 && found.size !== known) {
    known = found.size;
    all.filter((info) => found.has(info.parent)).forEach((info) => found.add(info.pid));
  }
  return [...found];
}

function groupLives(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}
