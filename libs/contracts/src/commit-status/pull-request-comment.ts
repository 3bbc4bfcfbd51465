import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { TaskProgress } from './commit-status.js';

/** Payload of a message of the kind `pull_request_comment`. */
export const PullRequestCommentFacts = z.object({
  progress: TaskProgress,
  number: Id,
  project: z.object({ id: Id }),
  template: z.object({ id: Id, name: z.string() }),
  task: z.object({ id: Id }),
});
export type PullRequestCommentFacts = z.infer<typeof PullRequestCommentFacts>;
