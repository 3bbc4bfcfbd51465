import { groupBy } from '../group-by.js';
import type { History, Violation } from '../history/history.js';
import type { StateHistory, StateOperation, StoredVersion } from '../history/state-history.js';

/** Promise 12: a workspace has one writer at a time, and what was acknowledged is read. Promise 10, for states. */
export function checkStates({ states }: History): Violation[] {
  const workspaces = groupBy(states.operations, ({ workspace }) => workspace);
  const texts = [...workspaces].flatMap(([id, operations]) =>
    faultsOf(
      operations.toSorted((a, b) => a.began - b.began),
      states.versions.filter(({ workspace }) => workspace === id),
    ).map((text) => `workspace ${id}: ${text}`),
  );
  return [
    ...texts.map((text) => ({ promise: 12, taskId: null, text })),
    ...leaksOf(states).map((text) => ({ promise: 10, taskId: null, text })),
  ];
}

const leaksOf = ({ leaks }: StateHistory): string[] => leaks.map((place) => `a secret of a state: ${place}`);

function faultsOf(operations: readonly StateOperation[], versions: readonly StoredVersion[]): string[] {
  return [
    ...doubleHolders(operations),
    ...lostLocks(operations),
    ...operations.filter(({ kind }) => kind === 'read').flatMap((read) => faultsOfRead(read, operations)),
    ...faultsOfVersions(operations, versions),
  ];
}

/** Somebody has a lock for certain from its answer until it is given back. */
function doubleHolders(operations: readonly StateOperation[]): string[] {
  const given = new Map(operations.filter(({ kind }) => kind === 'unlock').map((each) => [each.lockId, each.began]));
  const held = operations
    .filter(isHeld)
    .map(({ lockId, ended }) => ({ lockId, from: ended, to: given.get(lockId) ?? Infinity }))
    .toSorted((a, b) => a.from - b.from);
  return held.flatMap(({ lockId, from }, i) =>
    held
      .slice(0, i)
      .filter((other) => other.to > from)
      .map((other) => `${other.lockId} and ${lockId} held the lock at once`),
  );
}

const isHeld = ({ kind, outcome }: StateOperation): boolean => kind === 'lock' && outcome === 'done';

/** Nothing may refuse the write of a holder, or its first unlock. */
function lostLocks(operations: readonly StateOperation[]): string[] {
  const held = new Set(operations.filter(isHeld).map(({ lockId }) => lockId));
  return operations
    .filter(({ lockId, outcome }) => outcome === 'refused' && held.has(lockId))
    .filter(({ kind, retried }) => kind === 'write' || (kind === 'unlock' && !retried))
    .map(({ kind, lockId, refusal }) => `the ${kind} of ${lockId} was refused although it held the lock: ${refusal}`);
}

/** Checks that a read state was written as a whole, and is not older than what was acknowledged or read before. */
function faultsOfRead(read: StateOperation, operations: readonly StateOperation[]): string[] {
  if (read.outcome !== 'done') {
    return [];
  }
  const known = operations.filter(({ kind, outcome, ended }) => {
    const isSeen = (kind === 'write' || kind === 'read') && outcome === 'done';
    return isSeen && ended < read.began;
  });
  const last = newest(known.map(({ state }) => state));
  const { state } = read;
  if (state === null) {
    return last ? [`no state was read after serial ${last.serial}`] : [];
  }
  const isWritten = operations.some((each) => each.kind === 'write' && isSame(each.state, state));
  const isOld = last && (state.serial < last.serial || (state.serial === last.serial && !isSame(state, last)));
  return [
    ...(isWritten ? [] : [`what was read as serial ${state.serial} was never written`]),
    ...(isOld ? [`serial ${state.serial} was read after serial ${last.serial} was known`] : []),
  ];
}

type State = NonNullable<StateOperation['state']>;

const isSame = (one: State | null, other: State): boolean => one?.serial === other.serial && one.md5 === other.md5;

function newest(states: readonly (State | null)[]): State | null {
  return states.reduce((best, state) => (state && (!best || state.serial > best.serial) ? state : best), null);
}

/** Serials grow from version to version, all that was acknowledged is stored, and the last one is the current one. */
function faultsOfVersions(operations: readonly StateOperation[], versions: readonly StoredVersion[]): string[] {
  const oldest = versions[0]?.serial ?? 0;
  const lost = operations
    .filter(({ kind, outcome }) => kind === 'write' && outcome === 'done')
    .flatMap(({ state }) => (state && state.serial >= oldest ? [state] : []))
    .filter((state) => !versions.some((version) => isSame(version, state)));
  const writes = operations.filter(({ kind }) => kind === 'write');
  const strange = versions.filter((version) => !writes.some(({ state }) => isSame(state, version)));
  const unordered = versions.filter(({ serial }, i) => i > 0 && serial <= (versions[i - 1]?.serial ?? 0));
  const current = versions.filter(({ current: isCurrent }) => isCurrent);
  const isLast = versions.length === 0 || (current.length === 1 && versions.at(-1)?.current === true);
  return [
    ...lost.map(({ serial }) => `serial ${serial} was acknowledged and is not stored`),
    ...strange.map(({ serial }) => `serial ${serial} is stored and was never written`),
    ...unordered.map(({ serial }) => `serial ${serial} is stored after one that is not lower`),
    ...(isLast ? [] : ['the current version is not the last one']),
  ];
}
