import { LEASE_TTL_SECONDS } from '@switchyard/contracts';
import { attemptAlive } from '@switchyard/database';
import type { Transition } from './transition.js';

/** The CTEs of the effect on the attempts of the tasks `moved`: `attempts`, and `logs` where those change. */
export function attemptCtes({ attempt, ends }: Transition): string[] {
  switch (attempt) {
    case 'none':
      return [];
    case 'begin':
      return [BEGUN, UNRESERVED, OPENED_LOGS];
    case 'run':
      return [RUNNING];
    case 'order-stop':
      return [living(), ORDERED];
    case 'end':
      return [living(ends), ENDED, CLOSED_LOGS];
  }
}

/** With the id and the lease under which its runner has prepared it, if it has. */
const BEGUN = `attempts as (
    insert into attempt (id, task_id, number, project_id, template_id, runner_id, lease_id, lease_until, status)
      overriding system value
      select coalesce(reserved.attempt_id, nextval('attempt_id_seq')), moved.id, attempt_number, project_id, template_id,
             moved.runner_id, coalesce(reserved.lease_id, gen_random_uuid()), now() + interval '${LEASE_TTL_SECONDS} s', 'starting'
        from moved left join reservation reserved on reserved.task_id = moved.id and reserved.runner_id = moved.runner_id
         and reserved.until > now()
    returning id, project_id, task_id, runner_id, number, lease_id)`;

/** An id serves one attempt, and the reservations of other runners are void. */
const UNRESERVED = 'unreserved as (delete from reservation using moved where reservation.task_id = moved.id)';

const OPENED_LOGS = `logs as (
    insert into attempt_log (attempt_id, project_id, task_id, attempt, lease_id, base_line, next_line)
      select attempts.id, attempts.project_id, attempts.task_id, moved.log_attempt, attempts.lease_id,
             coalesce(before.lines, 0), coalesce(before.lines, 0)
        from attempts join moved on moved.id = attempts.task_id
        left join lateral (
          select max(log.next_line) as lines from attempt earlier join attempt_log log on log.attempt_id = earlier.id
           where earlier.task_id = attempts.task_id and log.attempt = moved.log_attempt) before on true)`;

const RUNNING = `attempts as (
    update attempt set status = 'running', started = now() from moved
     where attempt.task_id = moved.id and ${attemptAlive()} returning attempt.id, attempt.task_id, attempt.runner_id)`;

const living = (ends: Transition['ends'] = { outcome: 'null', reason: 'null' }): string => `living as (
    select attempt.id, ${ends.outcome} as outcome, ${ends.reason} as reason
      from moved input join attempt on attempt.task_id = input.id and ${attemptAlive()}
     order by attempt.id for no key update of attempt)`;

const ORDERED = `attempts as (
    update attempt set "order" = 'stop' from living where attempt.id = living.id
    returning attempt.id, attempt.task_id, attempt.runner_id)`;

const ENDED = `attempts as (
    update attempt set status = 'ended', outcome = living.outcome, reason = living.reason, ended = now()
      from living where attempt.id = living.id
    returning attempt.id, attempt.task_id, attempt.runner_id, attempt.outcome, attempt.reason)`;

/** `lines`: how many lines of the attempt are stored. */
const CLOSED_LOGS = `logs as (
    update attempt_log set lease_id = null
      from (select log.attempt_id from attempt_log log join attempts on log.attempt_id = attempts.id
             order by 1 for no key update of log) open
     where attempt_log.attempt_id = open.attempt_id
    returning attempt_log.attempt_id, next_line - base_line as lines)`;
