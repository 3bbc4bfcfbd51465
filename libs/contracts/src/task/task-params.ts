import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { withoutNulls } from '../primitives/absent.js';
import { withOthers } from '../primitives/bounded.js';
import { hasNoControl } from '../primitives/primitives.js';

/** A host pattern, tag or similar: goes into one `--limit=a,b` token, so no control characters and no `@file` form. */
const Pattern = z
  .string()
  .trim()
  .min(1)
  .max(1024)
  .refine(
    (value) => hasNoControl(value) && !value.startsWith('@') && !value.startsWith('-'),
    withProblem('host_pattern'),
  );

/** Most characters of patterns in one text. */
const MAX_PATTERNS_TEXT = 32_768;

/** Texts of a list that may be sent as one, comma-separated (older clients). */
const PatternList = z.union([
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
]);

/** List of patterns. */
const Patterns = PatternList.pipe(z.array(Pattern).max(1000));

/**
 * File with the backend of a Terraform configuration: a name in its directory, never a path. `''` stands for a name that
 * Terraform reads as an override file (`*_override.tf`), so that it also replaces a backend that the configuration has.
 */
export const BackendFilename = z
  .string()
  .trim()
  .max(255)
  .refine((value) => value === '' || /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\.tf$/.test(value), withProblem('backend_file'));
export const DEFAULT_BACKEND_FILENAME = 'backend_override.tf';

/** Most members of launch options, and of a template's launch defaults. */
const MAX_MEMBERS = 100;

const templateTaskParams = z.object({
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
});

const Shown = z.array(z.string()).optional();
const shownPatterns = { limit: Shown, tags: Shown, skip_tags: Shown };

/** {@link TemplateTaskParams} as they are answered, with those that were kept. */
export const ShownTemplateParams = z.looseObject({
  ...templateTaskParams.shape,
  ...shownPatterns,
  backend_filename: z.string().optional(),
});

/** Launch defaults and permissions of a template; `null` = none were sent. Others are kept as they were sent. */
export const TemplateTaskParams = withOthers(MAX_MEMBERS, templateTaskParams)
  .nullish()
  .transform((value) => value ?? null);
export type TemplateTaskParams = z.infer<typeof TemplateTaskParams>;

/** Checks that a Terraform task can make instead of a plan, in their order. */
export const TERRAFORM_CHECKS = ['fmt', 'validate', 'test'] as const;
export const TerraformCheck = z.enum(TERRAFORM_CHECKS);
export type TerraformCheck = z.infer<typeof TerraformCheck>;

const flags = {
  debug: z.boolean().optional(),
  diff: z.boolean().optional(),
  dry_run: z.boolean().optional(),
  plan: z.boolean().optional(),
  destroy: z.boolean().optional(),
  auto_approve: z.boolean().optional(),
  upgrade: z.boolean().optional(),
  reconfigure: z.boolean().optional(),
  fmt: z.boolean().optional(),
  validate: z.boolean().optional(),
  test: z.boolean().optional(),
};

const taskParams = z.object({
  limit: PatternList.optional(),
  tags: PatternList.optional(),
  skip_tags: PatternList.optional(),
  debug_level: z.number().optional(),
  ...flags,
});

/** Launch options of one task as they are sent. Those that are used must also have the form of {@link TaskParamsForm}. */
export const TaskParams = withoutNulls(taskParams)
  .nullish()
  .transform((value) => value ?? {});
export type TaskParams = z.infer<typeof TaskParams>;

/** {@link TaskParams} as they are answered. */
export const ShownLaunchParams = z.looseObject({ ...flags, ...shownPatterns, debug_level: z.number().optional() });

/** As {@link TaskParams}, of something that launches later: others are kept as they were sent. */
export const KeptTaskParams = withOthers(MAX_MEMBERS, taskParams).nullish();

/** The top-level `limit` of a launch. */
export const TaskLimit = PatternList.nullish();

/** Form of the launch options that are used. */
export const TaskParamsForm = z.object({
  limit: Patterns.optional(),
  tags: Patterns.optional(),
  skip_tags: Patterns.optional(),
  debug_level: z.int().min(1).max(6).optional(),
  ...flags,
});

/** Default of `debug_level` when debug is on. */
export const DEFAULT_DEBUG_LEVEL = 4;
