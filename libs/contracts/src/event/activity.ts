import { z } from 'zod';
import { fillPlaces, type Places } from '../errors/placeholders.js';
import { own } from '../own.js';
import { Dictionary } from '../primitives/bounded.js';

/**
 * Everything that the activity log of a project records: a stable code with its English sentence, in which `{{name}}`
 * stands for a parameter. The console has a text of its own for each code. A code is never given another meaning.
 */
export const ACTIVITIES = {
  key_created: 'Key {{name}} created',
  key_updated: 'Key {{name}} updated',
  key_deleted: 'Key {{name}} deleted',
  repository_created: 'Repository {{name}} created',
  repository_updated: 'Repository {{name}} updated',
  repository_deleted: 'Repository {{name}} deleted',
  inventory_created: 'Inventory {{name}} created',
  inventory_updated: 'Inventory {{name}} updated',
  inventory_deleted: 'Inventory {{name}} deleted',
  environment_created: 'Environment {{name}} created',
  environment_updated: 'Environment {{name}} updated',
  environment_deleted: 'Environment {{name}} deleted',
  view_created: 'View {{name}} created',
  view_updated: 'View {{name}} updated',
  view_deleted: 'View {{name}} deleted',
  template_created: 'Template {{name}} created',
  template_updated: 'Template {{name}} updated',
  template_deleted: 'Template {{name}} deleted',
  schedule_created: 'Schedule {{name}} created',
  schedule_updated: 'Schedule {{name}} updated',
  schedule_deleted: 'Schedule {{name}} deleted',
  integration_created: 'Integration {{name}} created',
  integration_updated: 'Integration {{name}} updated',
  integration_deleted: 'Integration {{name}} deleted',
  channel_created: 'Alert channel {{name}} created',
  channel_updated: 'Alert channel {{name}} updated',
  channel_deleted: 'Alert channel {{name}} deleted',
  workflow_created: 'Workflow {{name}} created',
  workflow_updated: 'Workflow {{name}} updated',
  workflow_deleted: 'Workflow {{name}} deleted',
  run_started: 'Run {{id}} of workflow {{name}} started',
  run_stopped: 'Run {{id}} of workflow {{name}} is being stopped',
  run_node_skipped: 'Run {{id}} of workflow {{name}}: {{node}} skipped',
  run_retried: 'Run {{id}} of workflow {{name}} retried',
  run_approved: 'Run {{id}} of workflow {{name}}: {{node}} approved',
  run_rejected: 'Run {{id}} of workflow {{name}}: {{node}} rejected',
  run_waits: 'Run {{id}} of workflow {{name}} waits for approval: {{node}}',
  run_overdue: 'Run {{id}} of workflow {{name}}: nobody decided about {{node}} before the deadline',
  schedule_missed: 'Schedule {{id}} ({{name}}) missed its planned time {{planned}}',
  project_created: 'Project {{name}} created',
  project_exported: 'Project {{name}} exported',
  project_exported_secrets: 'Project {{name}} exported with its secrets',
  project_restored: 'Project {{name}} restored from a backup',
  project_applied: 'Project {{name}} changed by files: {{created}} created, {{updated}} changed, {{deleted}} deleted',
  sync_saved: 'Sync from repository {{name}} saved',
  sync_ended: 'Sync from repository {{name}} ended',
  views_reordered: 'Views reordered',
  template_described: 'Template {{id}} description changed',
  workspace_created: 'Workspace {{name}} created',
  workspace_attached: 'Workspace {{name}} attached for template {{template}}',
  workspace_detached: 'Workspace {{name}} detached for template {{template}}',
  workspace_default: 'Workspace {{name}} made default for template {{template}}',
  user_became_owner: 'User {{id}} became owner',
  user_became_manager: 'User {{id}} became manager',
  user_became_task_runner: 'User {{id}} became task_runner',
  user_became_guest: 'User {{id}} became guest',
  user_left: 'User {{id}} left the project',
  user_removed: 'User {{id}} was removed',
  task_queued: 'Task {{id}} was queued',
  task_queued_by_schedule: 'Task {{id}} was queued by schedule {{schedule}}',
  task_queued_by_integration: 'Task {{id}} was queued by integration {{integration}}',
  task_queued_by_autorun: 'Task {{id}} was queued',
  task_running: 'Task {{id}} ({{template}}) is running',
  task_success: 'Task {{id}} ({{template}}) finished - SUCCESS',
  task_error: 'Task {{id}} ({{template}}) finished - ERROR',
  task_stopped: 'Task {{id}} ({{template}}) finished - STOPPED',
  task_canceled: 'Task {{id}} ({{template}}) finished - CANCELED',
  task_confirmed: 'Task {{id}} ({{template}}) was confirmed',
  task_rejected: 'Task {{id}} ({{template}}) was rejected',
} as const;
/** Kinds of objects that activities are about. */
export const ACTIVITY_OBJECTS = [
  'task',
  'template',
  'view',
  'schedule',
  'integration',
  'channel',
  'workflow',
  'workflow_run',
  'inventory',
  'environment',
  'key',
  'repository',
  'user',
  'project',
] as const;
export type ActivityObject = (typeof ACTIVITY_OBJECTS)[number];
export type ActivityCode = keyof typeof ACTIVITIES;

type ActivityParams<C extends ActivityCode> = { readonly [N in Places<(typeof ACTIVITIES)[C]>]: string | number };

/** An activity as it is stored. */
export interface Activity {
  readonly code: ActivityCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/** An activity as it is sent. Its code may be of a newer version and unknown to the reader. */
export const SentActivity = z.object({
  code: z.string().max(64),
  params: Dictionary(z.union([z.string(), z.number()]), { max: 16, nameLength: 64 }),
});
export type SentActivity = z.infer<typeof SentActivity>;

export const activity = <C extends ActivityCode>(code: C, params: ActivityParams<C>): Activity => ({ code, params });

export const isActivityCode = (code: string): code is ActivityCode => Object.hasOwn(ACTIVITIES, code);

/** The English sentence of an activity. */
export const activitySentence = ({ code, params }: Activity): string =>
  fillPlaces(ACTIVITIES[code], (name) => String(own(params, name) ?? ''));
