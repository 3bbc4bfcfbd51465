import type {
  MessageFacts,
  RunnerFacts,
  SequenceFacts,
  ServerFacts,
  TableFacts,
  WaitingFacts,
} from './doctor.repository.js';
import { fault, type Found, ok, warning } from './finding.js';

const HOUR = 3_600;
/** Seconds that a report of a runner may be on its way. */
const RUNNER_SKEW = 5;
const GIBIBYTE = 1024 ** 3;
/** Tasks need room beside what a runner keeps free, in bytes. */
const LITTLE_ROOM = 2 * GIBIBYTE;
/** Clocks that differ by more make leases and sign-ins end too early or too late, in seconds. */
const SKEW = { warning: 2, fault: 30 } as const;
/** PostgreSQL stops writing at about 2,100 million. */
const MOST_AGE = 1_000_000_000;
const MANY_CONNECTIONS = 0.85;
/** Share of the ids of a table. */
const MANY_IDS = 0.5;
const LONG_TRANSACTION = 600;
const LONG_WAIT = 900;
const LATE_MESSAGE = 1_800;

/** Whole minutes or hours, for people. */
export const duration = (seconds: number): string =>
  seconds < 60
    ? `${Math.round(seconds)} s`
    : seconds < HOUR
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / HOUR)} h`;

const bytesText = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`;

/** @param between when the question was sent and when the answer came, in milliseconds since 1970 */
export function clockFindings({ now }: Pick<ServerFacts, 'now'>, [sent, came]: [number, number]): Found[] {
  const skew = now < sent ? sent - now : now > came ? now - came : 0;
  const judge = skew > SKEW.fault * 1000 ? fault : skew > SKEW.warning * 1000 ? warning : ok;
  return [judge('clock_differs', { seconds: (skew / 1000).toFixed(1) })];
}

export function serverFindings(facts: ServerFacts): Found[] {
  const { version, standby, connections, mostConnections: most, oldestTransaction, age } = facts;
  return [
    ok('database_server', { version, connections, most }),
    ...(standby ? [fault('database_standby')] : []),
    ...(connections > most * MANY_CONNECTIONS ? [warning('database_full')] : []),
    ...(oldestTransaction > LONG_TRANSACTION
      ? [warning('database_transaction', { duration: duration(oldestTransaction) })]
      : []),
    ...(age > MOST_AGE ? [warning('database_age', { number: age })] : []),
  ];
}

/** @param known migrations of this version; @param unknown those of a newer one */
export function migrationFindings(
  ran: readonly string[],
  known: readonly string[],
  unknown: readonly string[],
): Found[] {
  const open = known.filter((name) => !ran.includes(name));
  return [
    ...(unknown.length > 0 ? [warning('migrations_newer', { number: unknown.length })] : []),
    open.length > 0
      ? warning('migrations_open', { number: open.length })
      : ok('migrations_ran', { number: known.length }),
  ];
}

export function waitingFindings(waiting: WaitingFacts | undefined): Found[] {
  if (waiting === undefined) {
    return [ok('tasks_none')];
  }
  const { id: task, projectId: project, reason, seconds, count: number } = waiting;
  const judge = seconds > LONG_WAIT ? warning : ok;
  const values = { number, task, project, duration: duration(seconds) };
  return [reason === null ? judge('task_unseen', values) : judge('task_waits', { ...values, reason })];
}

export function runnerFindings(runners: readonly RunnerFacts[], version: string): Found[] {
  const online = runners.filter(isOnline).length;
  const judge = online > 0 ? ok : warning;
  return [
    judge('runners_online', { online, number: runners.length }),
    ...runners.flatMap((runner) => findingsOf(runner, version)),
  ];
}

const isOnline = ({ present, active }: RunnerFacts): boolean => present && active;

function findingsOf({ name, refusedReason, pausedReason, ...runner }: RunnerFacts, server: string): Found[] {
  const { version } = runner;
  return [
    ...(refusedReason !== null ? [fault('runner_refuses', { name, reason: refusedReason })] : []),
    ...(pausedReason !== null ? [warning('runner_paused', { name, reason: pausedReason })] : []),
    ...(runner.present && version !== '' && version !== server
      ? [warning('runner_version', { name, version, server })]
      : []),
    ...(runner.present && runner.local && runner.separation === 'none' ? [warning('runner_open', { name })] : []),
    ...(runner.present ? machineFindings(runner, name) : []),
  ];
}

/** Findings about a runner's clock and disk, where it reports them. */
function machineFindings(
  { ahead, free, needed }: Pick<RunnerFacts, 'ahead' | 'free' | 'needed'>,
  name: string,
): Found[] {
  const seconds = Math.abs(ahead ?? 0);
  const isFull = free !== null && free < (needed ?? 0) + LITTLE_ROOM;
  return [
    ...(seconds > RUNNER_SKEW ? [warning('runner_clock', { name, seconds })] : []),
    ...(isFull ? [warning('runner_disk', { name, free: (free / GIBIBYTE).toFixed(1) })] : []),
  ];
}

/** @param used apps of templates */
export function toolFindings(used: readonly string[], runners: readonly RunnerFacts[]): Found[] {
  const there = new Set(runners.filter(isOnline).flatMap(({ apps }) => (apps ?? []).map(({ id }) => id)));
  const missing = used.filter((app) => !there.has(app));
  return missing.length > 0 ? missing.map((app) => warning('tool_missing', { app })) : [ok('tools_found')];
}

export function messageFindings(
  messages: readonly MessageFacts[],
  receivers: readonly { name: string; error: string }[],
): Found[] {
  const late = messages.filter(({ seconds }) => seconds > LATE_MESSAGE);
  const findings = [
    ...late.map(({ kind, seconds }) => warning('message_late', { kind, duration: duration(seconds) })),
    ...receivers.map(({ name, error: reason }) => warning('receiver_fails', { name, reason })),
  ];
  return findings.length > 0 ? findings : [ok('deliveries_work')];
}

export function tableFindings(tables: readonly TableFacts[], sequences: readonly SequenceFacts[]): Found[] {
  const largest = tables.slice(0, 3).map(({ name, bytes }) => `${name} ${bytesText(bytes)}`);
  return [
    ok('tables_largest', { tables: largest.join(', ') || '0' }),
    ...sequences
      .filter(({ used }) => used > MANY_IDS)
      .map(({ name: table, used }) => warning('ids_used', { percent: Math.round(used * 100), table })),
  ];
}

/** @param address that people use, which is the issuer of ID tokens */
export const issuerFindings = (asks: boolean, address: string | undefined): Found[] =>
  asks && !address ? [warning('id_tokens_no_issuer')] : [];
