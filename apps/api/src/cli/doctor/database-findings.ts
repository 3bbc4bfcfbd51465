import type {
  MessageFacts,
  RunnerFacts,
  SequenceFacts,
  ServerFacts,
  TableFacts,
  WaitingFacts,
} from './doctor.repository.js';
import { fault, type Finding, ok, warning } from './finding.js';

const HOUR = 3_600;
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
export function clockFindings({ now }: Pick<ServerFacts, 'now'>, [sent, came]: [number, number]): Finding[] {
  const skew = now < sent ? sent - now : now > came ? now - came : 0;
  const text = `The clock of the database server differs by ${(skew / 1000).toFixed(1)} s`;
  const remedy = 'Let both machines set their clocks by NTP.';
  if (skew > SKEW.fault * 1000) {
    return [fault(text, remedy)];
  }
  return [skew > SKEW.warning * 1000 ? warning(text, remedy) : ok(text)];
}

export function serverFindings(facts: ServerFacts): Finding[] {
  const { version, standby, connections, mostConnections, oldestTransaction, age } = facts;
  return [
    ok(`PostgreSQL ${version}, ${connections} of ${mostConnections} connections`),
    ...(standby
      ? [
          fault(
            'The server is a standby and takes no writes',
            'Name the primary, or several servers, in SWITCHYARD_DATABASE_URL.',
          ),
        ]
      : []),
    ...(connections > mostConnections * MANY_CONNECTIONS
      ? [warning('Nearly all connections are in use', 'Raise max_connections of PostgreSQL, or end other clients.')]
      : []),
    ...(oldestTransaction > LONG_TRANSACTION
      ? [
          warning(
            `A transaction has been open for ${duration(oldestTransaction)}`,
            'Find it in pg_stat_activity and end it: it holds up vacuum, alerts and the delivery of the audit log.',
          ),
        ]
      : []),
    ...(age > MOST_AGE
      ? [warning(`The oldest row is ${age} transactions old`, 'See to it that autovacuum is on and keeps up.')]
      : []),
  ];
}

/** @param known migrations of this version; @param unknown those of a newer one */
export function migrationFindings(
  ran: readonly string[],
  known: readonly string[],
  unknown: readonly string[],
): Finding[] {
  const open = known.filter((name) => !ran.includes(name));
  return [
    ...(unknown.length > 0
      ? [
          warning(
            `A newer version has changed the schema (${unknown.length} migrations)`,
            'Start that version, or go back as the page about upgrades says.',
          ),
        ]
      : []),
    open.length > 0
      ? warning(
          `${open.length} migrations have not run`,
          'The next start of an api runs them; look at its log when it does not.',
        )
      : ok(`All ${known.length} migrations have run`),
  ];
}

export function waitingFindings(waiting: WaitingFacts | undefined): Finding[] {
  if (waiting === undefined) {
    return [ok('No task waits')];
  }
  const { id, projectId, reason, seconds, count } = waiting;
  const text = `${count} tasks wait; the oldest is ${id} of project ${projectId}, for ${duration(seconds)}: ${reason ?? 'not looked at yet'}`;
  const remedy =
    reason === null
      ? 'No dispatcher has looked at it: see whether one is running.'
      : 'Its page in the console shows what it waits for; add runners or slots when that is capacity.';
  return [seconds > LONG_WAIT ? warning(text, remedy) : ok(text)];
}

export function runnerFindings(runners: readonly RunnerFacts[], version: string): Finding[] {
  const online = runners.filter(({ present, active }) => present && active);
  return [
    online.length > 0
      ? ok(`${online.length} of ${runners.length} runners are online`)
      : warning('No runner is online', 'Start one: no task can run.'),
    ...runners.flatMap((runner) => findingsOf(runner, version)),
  ];
}

function findingsOf({ name, refusedReason, pausedReason, ...runner }: RunnerFacts, version: string): Finding[] {
  return [
    ...(refusedReason !== null
      ? [
          fault(
            `Runner ${name} refuses this server: ${refusedReason}`,
            'Register it again, or restore the key that it trusts.',
          ),
        ]
      : []),
    ...(pausedReason !== null
      ? [warning(`Runner ${name} takes no tasks: ${pausedReason}`, 'Repair that on its machine.')]
      : []),
    ...(runner.present && runner.version !== '' && runner.version !== version
      ? [
          warning(
            `Runner ${name} has version ${runner.version}, the server ${version}`,
            'Bring it to the version of the server.',
          ),
        ]
      : []),
    ...(runner.present && runner.local && runner.separation === 'none'
      ? [
          warning(
            `Tasks of runner ${name} can read what the server can`,
            'Start the server as root on Linux, or use runners on other machines; see the page about security.',
          ),
        ]
      : []),
  ];
}

export function messageFindings(
  messages: readonly MessageFacts[],
  receivers: readonly { name: string; error: string }[],
): Finding[] {
  const late = messages.filter(({ seconds }) => seconds > LATE_MESSAGE);
  const failing = receivers.map(({ name, error }) =>
    warning(`The audit log is not delivered to ${name}: ${error}`, 'Open Audit log, Delivery.'),
  );
  const open = late.map(({ kind, seconds }) =>
    warning(
      `A message of kind ${kind} has waited for ${duration(seconds)}`,
      'Open the deliveries of its target, which show the last answer.',
    ),
  );
  return open.length + failing.length > 0
    ? [...open, ...failing]
    : [ok('Alerts, webhooks and the audit log are delivered')];
}

export function tableFindings(tables: readonly TableFacts[], sequences: readonly SequenceFacts[]): Finding[] {
  const largest = tables.slice(0, 3).map(({ name, bytes }) => `${name} ${bytesText(bytes)}`);
  return [
    ok(`Largest tables: ${largest.join(', ') || 'none'}`),
    ...sequences
      .filter(({ used }) => used > MANY_IDS)
      .map(({ name, used }) =>
        warning(
          `${Math.round(used * 100)} % of the ids of ${name} are given`,
          'Plan a version whose ids are larger before they end; ask for it.',
        ),
      ),
  ];
}
