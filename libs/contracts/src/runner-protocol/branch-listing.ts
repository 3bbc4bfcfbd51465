import { z } from 'zod';
import { isStorable } from '../primitives/json-text.js';
import { hasNoControl, Id } from '../primitives/primitives.js';
import { SentProblem } from '../refusal/sent-problem.js';
import { SyncedFiles } from '../project/project-sync.js';
import { JobRepository } from './job.js';

/** Most branches of one listing; a runner leaves out the others. */
export const MAX_BRANCHES = 2_000;
/** Most characters of the name of one branch. */
export const MAX_BRANCH_NAME = 255;
/** Most listings that a runner makes at once. */
export const MAX_LISTINGS = 4;
/** Seconds that the server of a repository has to answer. */
export const LISTING_SECONDS = 30;
/** Most bytes of the body of `listing`. */
export const MAX_LISTING_REQUEST_BYTES = 4_194_304;

/** Members that a runner needs to list branches of a repository. */
export const BranchListing = z.object({
  project_id: Id,
  /** `branch` is the one branch or tag whose commit is wanted; `''` = every branch. */
  repository: JobRepository.omit({ commit: true }),
  /** Files of the project are wanted from the head of the branch, unless it is the commit that is known; absent = they are not. */
  files: z.object({ known: z.string().nullable() }).optional(),
});
export type BranchListing = z.infer<typeof BranchListing>;

/** A listing sealed for this runner: `nacl.box` of the UTF-8 JSON of a {@link BranchListing}, base64. */
export const SealedListing = z.object({ id: Id, lease: z.uuid(), nonce: z.string(), sealed: z.string() });
export type SealedListing = z.infer<typeof SealedListing>;

/** Name and commit of a branch. */
export const ListedBranch = z.tuple([
  z.string().min(1).max(MAX_BRANCH_NAME).refine(hasNoControl).refine(isStorable),
  z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{40,64}$/),
]);
export type ListedBranch = z.infer<typeof ListedBranch>;

/**
 * Body of `listing`: what came of one. A listing whose lease is over is refused with 409; the runner then forgets it.
 * Answers one more listing where some wait.
 */
export const ListingRequest = z.object({
  id: Id,
  lease: z.uuid(),
  branches: z.array(ListedBranch).max(MAX_BRANCHES),
  /** Some were left out. */
  is_cut: z.boolean(),
  /** Why there is none; null = there is. */
  problem: SentProblem.nullable(),
  /** Files of the commit in `branches`, where they were wanted; absent = it is the known one. */
  files: SyncedFiles.optional(),
});
export type ListingRequest = z.infer<typeof ListingRequest>;

export const ListingAnswer = z.object({ next: SealedListing.nullable() });
export type ListingAnswer = z.infer<typeof ListingAnswer>;
