import { z } from 'zod';
import { atMostMembers, JsonValue } from '../primitives/bounded.js';
import { withoutNulls } from '../primitives/absent.js';
import { hasNoControl } from '../primitives/primitives.js';

/** A host pattern, tag or similar: goes into one `--limit=a,b` token, so no control characters and no `@file` form. */
const Pattern = z
  .string()
  .trim()
  .min(1)
  .max(1024)
  .refine((value) => hasNoControl(value) && !value.startsWith('@') && !value.startsWith('-'), 'must be a pattern');

/** Most characters of patterns in one text. */
const MAX_PATTERNS_TEXT = 32_768;

/** List of patterns; a comma-separated string is accepted (older clients) and split. */
export const Patterns = z
  .union([
    z
      .string()
      .max(MAX_PATTERNS_TEXT)
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    z.array(z.string().max(1024)).max(1000),
  ])
  .pipe(z.array(Pattern).max(1000));

/**
 * File that replaces the backend of a Terraform configuration; `''` = `backend.tf`. A name in the
 * directory of the configuration, never a path.
 */
export const BackendFilename = z
  .string()
  .trim()
  .max(255, 'must be at most 255 characters')
  .refine((value) => value === '' || /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\.tf$/.test(value), 'File must have extension .tf');
export const DEFAULT_BACKEND_FILENAME = 'backend.tf';

/** Most members of a template's launch defaults, and characters of one that is not known here. */
const MAX_MEMBERS = 100;
const MAX_UNKNOWN_MEMBER = 4096;

const templateTaskParams = z
  .object({
    limit: Patterns.optional(),
    tags: Patterns.optional(),
    skip_tags: Patterns.optional(),
    allow_debug: z.boolean().optional(),
    allow_override_inventory: z.boolean().optional(),
    allow_override_limit: z.boolean().optional(),
    allow_override_tags: z.boolean().optional(),
    allow_override_skip_tags: z.boolean().optional(),
    auto_approve: z.boolean().optional(),
    allow_auto_approve: z.boolean().optional(),
    allow_destroy: z.boolean().optional(),
    override_backend: z.boolean().optional(),
    backend_filename: BackendFilename.optional(),
  })
  .catchall(JsonValue(MAX_UNKNOWN_MEMBER));

/** Launch defaults and permissions of a template; unknown members are kept. */
export const TemplateTaskParams = withoutNulls(atMostMembers(MAX_MEMBERS, templateTaskParams))
  .nullish()
  .transform((value) => value ?? {});
export type TemplateTaskParams = z.infer<typeof TemplateTaskParams>;

/** Launch options of one task. */
export const TaskParams = withoutNulls(
  z.object({
    limit: Patterns.optional(),
    tags: Patterns.optional(),
    skip_tags: Patterns.optional(),
    debug: z.boolean().optional(),
    debug_level: z.int().min(1).max(6).optional(),
    diff: z.boolean().optional(),
    dry_run: z.boolean().optional(),
    plan: z.boolean().optional(),
    destroy: z.boolean().optional(),
    auto_approve: z.boolean().optional(),
    upgrade: z.boolean().optional(),
    reconfigure: z.boolean().optional(),
  }),
)
  .nullish()
  .transform((value) => value ?? {});
export type TaskParams = z.infer<typeof TaskParams>;
/** Default of `debug_level` when debug is on. */
export const DEFAULT_DEBUG_LEVEL = 4;
