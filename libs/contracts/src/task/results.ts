import { z } from 'zod';
import { Id, Time } from '../primitives/primitives.js';
import { TASK_PHASES } from './phase.js';

const Count = z.int().min(0).max(2_147_483_647);

/** Counters of one host as Ansible's recap has them. */
export const HostCounters = z.object({
  changed: Count,
  failed: Count,
  ignored: Count,
  ok: Count,
  rescued: Count,
  skipped: Count,
  unreachable: Count,
});
export type HostCounters = z.infer<typeof HostCounters>;

/** Host statistics of a task. */
export const TaskHost = HostCounters.extend({ id: Id, task_id: Id, project_id: Id, host: z.string(), created: Time });
export type TaskHost = z.infer<typeof TaskHost>;

/** One failed Ansible task on one host. Ignored failures are not among them; unreachable hosts are added by the client. */
export const TaskError = z.object({
  id: Id,
  task_id: Id,
  project_id: Id,
  host: z.string(),
  task: z.string(),
  error: z.string(),
  created: Time,
});
export type TaskError = z.infer<typeof TaskError>;

/** Stages that tools report of their run, in the order in which they can occur. */
export const TOOL_STAGES = ['init', 'terraform_plan', 'running', 'print_result'] as const;
export const ToolStage = z.enum(TOOL_STAGES);
export type ToolStage = z.infer<typeof ToolStage>;

/**
 * Stage of a task: a phase, or a part of one that its tool reported. `id` counts the stages of the task from 1, in the order of their
 * beginnings. `end` is null while it lasts. Output ids are 1-based line numbers of the log; null = it has no lines.
 */
export const TaskStage = z.object({
  id: Id,
  task_id: Id,
  type: z.enum([...TASK_PHASES, ...TOOL_STAGES]),
  start: Time.nullable(),
  end: Time.nullable(),
  start_output_id: z.int().nullable(),
  end_output_id: z.int().nullable(),
  result: z.unknown().nullable(),
});
export type TaskStage = z.infer<typeof TaskStage>;
