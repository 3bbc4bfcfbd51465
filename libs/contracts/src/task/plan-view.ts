import { z } from 'zod';
import { PLAN_ACTIONS } from './plan-action.js';

/** Version of the form of {@link PlanView}. */
export const PLAN_VIEW_FORMAT = 1;

/** Most bytes of a view as JSON, and as it is sent: compressed (deflate-raw), in base64. */
export const MAX_PLAN_VIEW_BYTES = 4 * 1024 * 1024;
export const MAX_PACKED_PLAN_VIEW = 6 * 1024 * 1024;
/** Most resources of each list. */
export const MAX_PLAN_RESOURCES = 10_000;
/** Most attributes of one resource, and most outputs. */
export const MAX_PLAN_ATTRIBUTES = 200;
/** Most characters of a value, an address and the path of an attribute; what is longer ends with an ellipsis. */
export const MAX_PLAN_VALUE = 2_000;
export const MAX_PLAN_ADDRESS = 1_024;
export const MAX_PLAN_PATH = 512;

/** {@link PLAN_ACTIONS} */
export const PlanAction = z.enum(PLAN_ACTIONS);
export type PlanAction = z.infer<typeof PlanAction>;

const Count = z.int().min(0);
const Value = z.string().max(MAX_PLAN_VALUE).nullable();

/** One difference. Values are JSON texts, `null` = there is none. */
export const PlanAttribute = z.object({
  /** Such as `tags["a b"]` or `rules[0].port`; of an output its name. */
  path: z.string().max(MAX_PLAN_PATH),
  before: Value,
  after: Value,
  /** The new value is known only after the plan was applied. */
  unknown: z.boolean().optional(),
  /** Neither value left the runner. */
  sensitive: z.boolean().optional(),
  /** This difference is why the resource is replaced. */
  replaces: z.boolean().optional(),
});
export type PlanAttribute = z.infer<typeof PlanAttribute>;

export const PlanResource = z.object({
  address: z.string().max(MAX_PLAN_ADDRESS),
  /** Address of its module; `''` = the root module. */
  module: z.string().max(MAX_PLAN_ADDRESS),
  action: PlanAction,
  /** It is imported first. */
  imported: z.boolean().optional(),
  /** Address that it had before it was moved. */
  previous_address: z.string().max(MAX_PLAN_ADDRESS).optional(),
  attributes: z.array(PlanAttribute).max(MAX_PLAN_ATTRIBUTES),
  /** Differences that are left out. */
  more_attributes: Count,
});
export type PlanResource = z.infer<typeof PlanResource>;

/** The same without its attributes: all of them count as left out. */
export const withoutAttributes = (resource: PlanResource): PlanResource => ({
  ...resource,
  attributes: [],
  more_attributes: resource.attributes.length + resource.more_attributes,
});

/** Why a view holds nothing: the tool's format is newer than this one, is not readable, or too large. */
export const PlanViewProblem = z.enum(['newer_format', 'unreadable', 'too_large']);
export type PlanViewProblem = z.infer<typeof PlanViewProblem>;

/**
 * Changes that a plan would make, made on the runner of `terraform show -json` and the like. It holds no sensitive value and none
 * of the secrets of the job. Lists are cut to bounds, destroyed resources last of all; `more_…` counts what is left out.
 */
export const PlanView = z.object({
  format: z.literal(PLAN_VIEW_FORMAT),
  problem: PlanViewProblem.nullable(),
  /** Version of the tool's own format; `''` = not known. */
  format_version: z.string().max(32),
  /** Resources by action, also those that are left out. */
  counts: z.record(PlanAction, Count),
  resources: z.array(PlanResource).max(MAX_PLAN_RESOURCES),
  more_resources: Count,
  /** Resources that were changed outside of the tool since its last run. */
  drift: z.array(PlanResource).max(MAX_PLAN_RESOURCES),
  more_drift: Count,
  outputs: z.array(PlanAttribute).max(MAX_PLAN_ATTRIBUTES),
  more_outputs: Count,
});
export type PlanView = z.infer<typeof PlanView>;

/** Query of `GET …/plan`. `attributes` = false: resources come without them, and `more_attributes` counts them all. */
export const PlanViewQuery = z.object({ attributes: z.string().max(8).pipe(z.stringbool()).default(true) });
export type PlanViewQuery = z.infer<typeof PlanViewQuery>;
