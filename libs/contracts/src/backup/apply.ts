import { z } from 'zod';
import { SentIssue } from '../refusal/error-body.js';
import { BACKUP_SECTIONS } from '../project/sections.js';

/** Most resources that one apply creates, changes and deletes. */
export const MAX_APPLIED_CHANGES = 5_000;
/** Characters of a value that a preview shows. */
export const MAX_PLANNED_VALUE = 2_000;

/** Query of an apply and its preview. */
export const ApplyQuery = z.object({
  /** `true` = resources that a list of the files does not have are deleted. A list that the files lack is left alone. */
  prune: z.enum(['true', 'false']).optional(),
});
export type ApplyQuery = z.infer<typeof ApplyQuery>;

/** A member that differs. Values are JSON, cut after {@link MAX_PLANNED_VALUE} characters; absent = there is none. */
const ChangedMember = z.object({
  name: z.string(),
  /** In the project. */
  before: z.string().optional(),
  /** In the files. */
  after: z.string().optional(),
});
export type ChangedMember = z.infer<typeof ChangedMember>;

export const AppliedChange = z.object({
  /** `project` = its settings. */
  section: z.enum(['project', ...BACKUP_SECTIONS]),
  name: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  members: z.array(ChangedMember),
});
export type AppliedChange = z.infer<typeof AppliedChange>;

/** Changes that an apply makes, or has made. */
export const ApplyPreview = z.object({
  /** Name of the present state of the project and what would be made of it: value of `If-Match`. */
  tag: z.string(),
  changes: z.array(AppliedChange),
  /** Resources of the files that are in the project as they are there. */
  unchanged: z.int(),
  /** Members that the files leave open, and objects that act by themselves from now on. */
  notes: z.array(SentIssue),
});
export type ApplyPreview = z.infer<typeof ApplyPreview>;

/** JSON Schema (2020-12) of the files of a project. */
export const ProjectFileSchema = z.record(z.string(), z.unknown());
export type ProjectFileSchema = z.infer<typeof ProjectFileSchema>;
