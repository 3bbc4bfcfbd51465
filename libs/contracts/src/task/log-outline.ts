import { z } from 'zod';
import { Integer } from '../primitives/number.js';

/** How hosts left a task of Ansible; each host counts once, by the worst it did. */
export const GroupCounts = z.object({
  ok: z.int(),
  changed: z.int(),
  skipped: z.int(),
  failed: z.int(),
  unreachable: z.int(),
  ignored: z.int(),
});
export type GroupCounts = z.infer<typeof GroupCounts>;

/**
 * Part of a log that a heading of the tool's own output opens: a play, task, handler or recap of Ansible, or a `group` of a script
 * (`::group::name`, `##[group]name`, `--- name`). `line` is 0-based, `time` epoch milliseconds. `end` is the line of the mark that
 * closes a group; null = it reaches to the next heading that is no part of it.
 */
export const LogGroup = z.object({
  line: z.int(),
  end: z.int().nullable(),
  kind: z.enum(['play', 'task', 'handler', 'recap', 'group']),
  name: z.string(),
  time: z.number(),
  counts: GroupCounts,
});
export type LogGroup = z.infer<typeof LogGroup>;

/** The 0-based line in which a host failed or could not be reached, and the task of Ansible in which it did. */
export const LogFailure = z.object({
  line: z.int(),
  host: z.string(),
  task: z.string(),
  unreachable: z.boolean(),
});
export type LogFailure = z.infer<typeof LogFailure>;

/** Query of `GET …/outline`: the first line that is looked at, 0-based. */
export const LogOutlineQuery = z.object({ after: Integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).default(0) });
export type LogOutlineQuery = z.infer<typeof LogOutlineQuery>;

/** The headings of a log and what failed under them. `next` is the first line that was not looked at. */
export const LogOutline = z.object({
  groups: z.array(LogGroup),
  failures: z.array(LogFailure),
  next: z.int(),
});
export type LogOutline = z.infer<typeof LogOutline>;
