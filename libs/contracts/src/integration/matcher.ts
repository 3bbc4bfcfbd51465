import { z } from 'zod';
import { besideOthers, refuse, withProblem } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { BodyId } from '../primitives/absent.js';
import { isStorable } from '../primitives/json-text.js';
import { Id, Name } from '../primitives/primitives.js';
import { steersRunner } from '../variable/steering-names.js';
import { isVariableName } from '../variable/usable-name.js';
import { jsonPathParts } from './json-path.js';
import { KeyText } from './key-text.js';

/** Where in a webhook something is read. */
export const WebhookPart = z.enum(['body', 'header']);
export type WebhookPart = z.infer<typeof WebhookPart>;

/** Formats of a body: a JSON or XML document, of which a path names a value, or plain text. */
export const BODY_DATA_TYPES = ['json', 'xml', 'string'] as const;
export const BodyDataType = z.enum(BODY_DATA_TYPES);
export type BodyDataType = z.infer<typeof BodyDataType>;

export const MATCH_METHODS = ['equals', 'unequals', 'contains'] as const;
export const MatchMethod = z.enum(MATCH_METHODS);
export type MatchMethod = z.infer<typeof MatchMethod>;

/** A value of a webhook, as matchers and extracted values name it. */
export interface WebhookPlace {
  part: WebhookPart;
  dataType: BodyDataType | null;
  /** Name of the header, or path into the document. */
  key: string;
}

/** Refuses a wrong place; members are those of the body. */
function refuseBadPlace(
  context: z.RefinementCtx,
  { part, dataType, key }: { part: WebhookPart; dataType: BodyDataType | null; key: string },
): void {
  if (part === 'body' && dataType === null) {
    refuse(context, problem('required'), { path: ['body_data_type'] });
  }
  const isWhole = part === 'body' && dataType === 'string';
  if (typeof key !== 'string') {
    return;
  }
  if (!isWhole && key === '') {
    refuse(context, problem('required'), { path: ['key'] });
  }
  if (part === 'body' && dataType !== 'string' && key !== '' && jsonPathParts(key) === null) {
    refuse(context, problem('json_path'), { path: ['key'] });
  }
  if (part === 'header' && key !== '' && !/^[\w!#$%&'*+.^`|~-]+$/.test(key)) {
    refuse(context, problem('header_name'), { path: ['key'] });
  }
}

/** An empty text is `null`. */
const DataTypeInput = z
  .enum([...BODY_DATA_TYPES, ''])
  .nullish()
  .transform((value) => value || null);

const common = {
  id: BodyId,
  project_id: BodyId,
  integration_id: BodyId,
  name: Name,
  body_data_type: DataTypeInput,
  key: KeyText(255),
};

/** Body of create and update of a matcher. */
export const MatcherInput = z
  .object({
    ...common,
    match_type: WebhookPart,
    method: MatchMethod,
    value: z.string().min(1).max(1000).refine(isStorable, withProblem('not_storable')),
  })
  .superRefine(
    ({ match_type: part, body_data_type: dataType, key }, context) => refuseBadPlace(context, { part, dataType, key }),
    besideOthers,
  );
export type MatcherInput = z.infer<typeof MatcherInput>;

/** A condition on a webhook. All matchers of an integration must hold. */
export const Matcher = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  match_type: WebhookPart,
  body_data_type: BodyDataType.nullable(),
  key: z.string(),
  method: MatchMethod,
  value: z.string(),
});
export type Matcher = z.infer<typeof Matcher>;

/** Members of a launch that an extracted value may set, by their names in the body of a launch. */
export const EXTRACTED_TASK_MEMBERS = [
  'git_branch',
  'commit_hash',
  'message',
  'arguments',
  'playbook',
  'inventory_id',
  'limit',
  'tags',
  'skip_tags',
  'debug',
  'dry_run',
  'diff',
] as const;
export type ExtractedTaskMember = (typeof EXTRACTED_TASK_MEMBERS)[number];

export const isExtractedTaskMember = (name: string): name is ExtractedTaskMember =>
  EXTRACTED_TASK_MEMBERS.some((member) => member === name);

/** `environment` = a variable of the task, `task` = one of {@link EXTRACTED_TASK_MEMBERS}. */
export const VariableType = z.enum(['environment', 'task']);
export type VariableType = z.infer<typeof VariableType>;

/** Body of create and update of an extracted value. */
export const ExtractedValueInput = z
  .object({
    ...common,
    value_source: WebhookPart,
    variable: Name,
    variable_type: z
      .enum(['environment', 'task', ''])
      .nullish()
      .transform((value): VariableType => value || 'environment'),
  })
  .superRefine(({ value_source: part, body_data_type: dataType, key, variable, variable_type: type }, context) => {
    refuseBadPlace(context, { part, dataType, key });
    if (typeof variable !== 'string' || variable.trim() === '') {
      return;
    }
    if (type === 'environment' && !isVariableName(variable)) {
      refuse(context, problem('variable_name'), { path: ['variable'] });
    }
    if (type === 'environment' && steersRunner(variable)) {
      refuse(context, problem('steering_name'), { path: ['variable'] });
    }
    if (type === 'task' && !isExtractedTaskMember(variable)) {
      refuse(context, problem('one_of', { values: EXTRACTED_TASK_MEMBERS }), { path: ['variable'] });
    }
  }, besideOthers);
export type ExtractedValueInput = z.infer<typeof ExtractedValueInput>;

/** A value of a webhook that a launch gets. */
export const ExtractedValue = z.object({
  id: Id,
  integration_id: Id,
  name: z.string(),
  value_source: WebhookPart,
  body_data_type: BodyDataType.nullable(),
  key: z.string(),
  variable: z.string(),
  variable_type: VariableType,
});
export type ExtractedValue = z.infer<typeof ExtractedValue>;
