import type { AlertFacts } from '@switchyard/contracts';

/**
 * Every text of the alerts, in English. `{{name}}` stands for a value; how values are escaped is the business of the
 * channel, so there is no markup here.
 */
export const ALERT_TEXTS = {
  title: {
    failure: 'Failed: {{template}} #{{task}}',
    runner_lost: 'Runner lost: {{template}} #{{task}}',
    confirmation: 'Waits for confirmation: {{template}} #{{task}}',
    schedule_missed: 'Schedule missed: {{schedule}}',
    success: 'Succeeded: {{template}} #{{task}}',
    test: 'Test of the alerts of {{project}}',
  },
  fact: {
    project: 'Project',
    template: 'Template',
    task: 'Task',
    message: 'Message',
    version: 'Version',
    user: 'Started by',
    schedule: 'Schedule',
    planned: 'Planned for',
    runner: 'Runner',
    reason: 'Reason',
    line: 'Line {{number}}',
  },
  open: {
    log: 'Open the log',
    line: 'Open the failing line',
    template: 'Open the template',
    project: 'Open the project',
  },
  test: 'Alerts of this project will arrive here.',
  /** Below a mail to a member. */
  mailReason: 'You get this because alerts are on in your account and you are a member of {{project}}.',
  subject: '[{{project}}] {{title}}',
} as const satisfies { title: Record<AlertFacts['event'], string>; [part: string]: unknown };
