import { z } from 'zod';
import { BACKUP_SECTIONS, type BackupSection } from './sections.js';
import { isStorable } from '../primitives/json-text.js';
import { Id, Time } from '../primitives/primitives.js';
import { SentProblem } from '../refusal/sent-problem.js';

/** Directory of a repository that holds the files of a project. */
export const SYNC_DIRECTORY = '.switchyard';
/** Most files of a sync. */
export const MAX_SYNC_FILES = 100;
/** Most characters of all lists of a sync as JSON. */
export const MAX_SYNC_TEXT = 1_048_576;
/** Most faults that are kept. */
export const MAX_SYNC_FAULTS = 100;

/** `file:line:column` of each entry of a list, one a line. */
const Places = z.string().max(MAX_SYNC_TEXT).refine(isStorable);

/** The files of a project at a commit, as a runner has read them. */
export const SyncedFiles = z.object({
  /** JSON of the lists, in the form of an apply. */
  document: z.string().max(MAX_SYNC_TEXT),
  /** Where each entry of a list stands; of the settings of the project, by `project`, the one place. */
  places: z.object(
    Object.fromEntries(['project', ...BACKUP_SECTIONS].map((section) => [section, Places.optional()])) as Record<
      'project' | BackupSection,
      z.ZodOptional<typeof Places>
    >,
  ),
});
export type SyncedFiles = z.infer<typeof SyncedFiles>;

/** Body that switches a sync on, or changes it. */
export const ProjectSyncInput = z.object({
  repository_id: Id,
  /** Delete what files held and hold no longer; off unless it is sent. */
  prune: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
});
export type ProjectSyncInput = z.infer<typeof ProjectSyncInput>;

/** A resource that files hold. */
export const ManagedResource = z.object({
  section: z.enum(BACKUP_SECTIONS),
  id: Id,
  /** `file:line:column`. */
  place: z.string(),
});
export type ManagedResource = z.infer<typeof ManagedResource>;

/** Why the files of a commit were not applied. */
export const SyncFault = z.object({
  /** `file:line:column`; `''` = it is of no place. */
  place: z.string(),
  /** Path to the member in the entry, joined by dots; `''` = the entry as a whole. */
  member: z.string(),
  problem: SentProblem,
});
export type SyncFault = z.infer<typeof SyncFault>;

/** The sync of a project with its last result. */
export const ProjectSync = z.object({
  repository_id: Id,
  prune: z.boolean(),
  /** Login of the person for whom it acts. */
  username: z.string(),
  /** The commit whose files the project holds; null = none was applied yet. */
  commit: z.string().nullable(),
  applied: Time.nullable(),
  /** The commit that was seen last. */
  seen_commit: z.string().nullable(),
  /** When a runner has looked last; null = none has. */
  checked: Time.nullable(),
  /** Somebody, or a webhook, wants a look that has not been made. */
  waits: z.boolean(),
  /** Why the last look changed nothing; none = it went well. */
  faults: z.array(SyncFault),
  resources: z.array(ManagedResource),
});
export type ProjectSync = z.infer<typeof ProjectSync>;
