import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { WaitingReason } from '../task/waiting-reason.js';
import { RunnerApp } from './runner-app.js';

/** Runner that would take tasks of a project, as its members may see it. */
export const ReadyRunner = z.object({
  /** It was started with the server, on the same machine. */
  local: z.boolean(),
  /** A runner with tags takes only tasks that name one of them. */
  tags: z.array(z.string()),
  apps: z.array(RunnerApp),
});
export type ReadyRunner = z.infer<typeof ReadyRunner>;

/** Whether tasks of a project would start: its online runners with their tools, and the templates that lack one. */
export const ProjectReadiness = z.object({
  runners: z.array(ReadyRunner),
  /** Templates that no runner could take now, whatever is running, and why. */
  blocked: z.array(z.object({ template_id: Id, reason: WaitingReason })),
});
export type ProjectReadiness = z.infer<typeof ProjectReadiness>;
