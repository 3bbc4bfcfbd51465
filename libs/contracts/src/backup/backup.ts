import { z } from 'zod';
import { Name } from '../primitives/primitives.js';
import { JsonValue } from '../primitives/bounded.js';
import { Role } from '../permission/permission.js';
import { Project } from '../project/project.js';
import { SentIssue } from '../refusal/error-body.js';
import { KeyType } from '../key/key.js';
import { MAX_PASSPHRASE, SealedSecrets } from './sealed-secrets.js';
import { BACKUP_SECTIONS, type BackupSection } from '../project/sections.js';

/** Most entries of one list of a backup that is restored. */
export const MAX_BACKUP_ENTRIES = 20_000;
/** Most characters of one entry as JSON: an inventory and what its text grows by escapes. */
const MAX_ENTRY = 4_194_304;

const Entries = z.array(JsonValue(MAX_ENTRY)).max(MAX_BACKUP_ENTRIES).nullish();
const lists = Object.fromEntries(BACKUP_SECTIONS.map((name) => [name, Entries])) as Record<
  BackupSection,
  typeof Entries
>;

/** A backup that is restored. The schema of a resource checks its entries. */
export const BackupDocument = z.object({
  /** The project; the form of a new one reads it. A restore requires it, an apply leaves absent settings alone. */
  meta: JsonValue(65_536).optional(),
  ...lists,
  /** Addresses of the project, as many as there were. */
  integration_aliases: z.array(z.string().max(255)).max(100).nullish(),
  /** People, by their logins. */
  members: z
    .array(z.object({ username: z.string().max(255), role: z.string().max(64) }))
    .max(10_000)
    .nullish(),
  /** The secrets, which stay closed without the passphrase. */
  sealed: SealedSecrets.nullish(),
  /** Part of no file. */
  passphrase: z.string().max(MAX_PASSPHRASE).nullish(),
});
export type BackupDocument = z.infer<typeof BackupDocument>;

/** A backup as it is made: references are names, and nothing is a secret. */
export const Backup = z.object({
  meta: z.record(z.string(), z.unknown()),
  ...(Object.fromEntries(BACKUP_SECTIONS.map((name) => [name, z.array(z.record(z.string(), z.unknown()))])) as Record<
    BackupSection,
    z.ZodArray<z.ZodRecord<z.ZodString, z.ZodUnknown>>
  >),
  integration_aliases: z.array(z.string()),
  members: z.array(z.object({ username: z.string(), role: z.string() })),
});
export type Backup = z.infer<typeof Backup>;

/** A backup with the secrets. Other products read the rest of it. */
export const SealedBackup = Backup.extend({ sealed: SealedSecrets });
export type SealedBackup = z.infer<typeof SealedBackup>;

const made = {
  projectName: Name,
  /** How many keys lack their secret. */
  emptyKeys: z.int(),
  /** The keys that have their secret of the file. */
  filledKeys: z.array(z.object({ name: z.string(), type: KeyType })),
  /** How many objects there are of each kind. */
  made: z.array(z.object({ section: z.string(), count: z.int() })),
  /** Parts of the file that were left out, or differ, and why. */
  notes: z.array(SentIssue),
};

/** Choices of a restore. */
const Choice = z.enum(['true', 'false']).optional();

/** Query of a restore and its plan. */
export const RestoreQuery = z.object({
  /** `true` = entries with faults are left out; else one refuses the whole file. */
  partial: Choice,
  /** `false` = nobody but the caller is in the project. */
  members: Choice,
  /** `false` = schedules come paused. */
  schedules: Choice,
});
export type RestoreQuery = z.infer<typeof RestoreQuery>;

export const RestorePreview = z.object({
  ...made,
  keys: z.array(z.object({ name: z.string(), type: KeyType })),
  /** Members that come with the file, without the caller. */
  members: z.array(z.object({ username: z.string(), role: Role })),
  /** How many schedules start tasks by themselves. */
  active_schedules: z.int(),
});
export type RestorePreview = z.infer<typeof RestorePreview>;

/** The project that a restore has made, with the keys that lack their secrets. */
export const RestoredProject = Project.extend({
  ...made,
  keys: z.array(z.object({ id: z.int(), name: z.string(), type: KeyType })),
});
export type RestoredProject = z.infer<typeof RestoredProject>;
