import type { Ignored, PullRequest, TaskReview } from '@switchyard/contracts';

/** A task to be created. Absent members are empty; the caller has dropped those that the template does not allow. */
export interface NewTask {
  projectId: number;
  templateId: number;
  userId?: number | null;
  integrationId?: number | null;
  scheduleId?: number | null;
  playbook?: string;
  /** Extra variables: text of a JSON object, or `''`. */
  environment?: string;
  /** Ciphertext of the secret survey values. */
  secret?: string | null;
  /** Text of a JSON array of strings. */
  arguments?: string | null;
  gitBranch?: string | null;
  message?: string;
  params?: Record<string, unknown>;
  /** Parts of the launch that were ignored. */
  ignored?: Ignored[];
  /** The person who starts it manages the project. */
  trustedVariables?: boolean;
  inventoryId?: number | null;
  buildTaskId?: number | null;
  /** Exact commit to check out. Absent in a deploy of the same repository: the build's. */
  commitHash?: string | null;
  commitMessage?: string;
  commitAuthor?: string;
  /** Page of the commit. */
  commitUrl?: string | null;
  /** The pull request that starts it. */
  pullRequest?: PullRequest | null;
  /** The reviewed plan that it applies. */
  review?: TaskReview | null;
  /** Key of the event at the forge that starts it. */
  reviewKey?: string | null;
  /** Trace that its launch is part of, as W3C Trace Context has it. */
  traceparent?: string | null;
}
