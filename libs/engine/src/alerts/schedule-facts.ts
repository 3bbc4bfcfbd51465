import { knownProblem, problem, type Problem, type ScheduleResult, type SentIssue } from '@switchyard/contracts';
import { endReason } from '../life-cycle/end-reason.js';
import { type Executor, rows } from '../statements/sql.js';
import type { Alert } from './task-facts.js';

interface Found {
  schedule_id: number;
  schedule: string;
  due: Date;
  result: ScheduleResult;
  issues: SentIssue[];
  created: Date;
  project_id: number;
  project: string;
  alert: boolean;
  template_id: number | null;
  template: string | null;
}

/** Takes the due times that started nothing and of which nobody knows yet, for the transaction that it runs in. */
const take = `
  with due as (
    select schedule_id, due from schedule_run
     where not alerted and result in ('missed', 'refused', 'failed') order by created limit $1 for update skip locked),
  taken as (
    update schedule_run run set alerted = true from due
     where run.schedule_id = due.schedule_id and run.due = due.due returning run.*)
  select taken.schedule_id, coalesce(nullif(schedule.name, ''), template.name, workflow.name) as schedule, taken.due, taken.result,
         taken.issues, taken.created, project.id as project_id, project.name as project, project.alert,
         template.id as template_id, template.name as template
    from taken join schedule on schedule.id = taken.schedule_id
    left join template on template.id = schedule.template_id
    left join workflow on workflow.id = schedule.workflow_id join project on project.id = schedule.project_id`;

/** The alerts of due times that started nothing. @returns how many were taken, and those that somebody may want */
export async function scheduleAlerts(on: Executor, limit: number): Promise<{ taken: number; alerts: Alert[] }> {
  const found = await rows<Found>(on, take, [limit]);
  return { taken: found.length, alerts: found.filter(({ alert }) => alert).map(alertOf) };
}

function alertOf(found: Found): Alert {
  const due = found.due.toISOString();
  return {
    key: `schedule ${found.schedule_id} ${due}`,
    facts: {
      event: 'schedule_missed',
      at: found.created.toISOString(),
      project: { id: found.project_id, name: found.project },
      template: found.template_id === null ? null : { id: found.template_id, name: found.template ?? '' },
      workspace: null,
      task: null,
      run: null,
      runner: null,
      schedule: { id: found.schedule_id, name: found.schedule, planned: due },
      ...endReason(problemOf(found)),
      line: null,
    },
  };
}

/** A launch is explained by the first of what was found. */
function problemOf({ result, issues: [first] }: Found): Problem {
  if (result === 'missed') {
    return problem('schedule_unattended');
  }
  if (first === undefined) {
    return problem('launch_failed');
  }
  const { code, params, message } = first;
  return problem('launch_refused', { reason: knownProblem({ code, params }) ?? message });
}
