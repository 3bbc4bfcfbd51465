import { z } from 'zod';
import { besideOthers, refuse, textOrNone, withProblem } from '../errors/issue.js';
import { refuseTaken } from '../errors/refuse-taken.js';
import { problem } from '../errors/problem.js';
import { Flag } from '../primitives/primitives.js';
import { SurveyName } from '../variable/variable-name.js';

const Short = z
  .string()
  .max(4096)
  .nullish()
  .transform((value) => value ?? '');

/** Most values of an enumeration. */
const MAX_ENUM_VALUES = 1000;

/** `string` and `integer` are other names of `''` and `int`, see {@link answerKind}. */
const TYPES = ['', 'int', 'secret', 'enum', 'string', 'integer'] as const;
type SurveyType = (typeof TYPES)[number];

/** Kind of an answer: `''` = a text. */
export type AnswerKind = Exclude<SurveyType, 'string' | 'integer'>;
const OTHER_NAMES = { string: '', integer: 'int' } as const;
export const answerKind = ({ type }: { type: SurveyType }): AnswerKind =>
  type === 'string' || type === 'integer' ? OTHER_NAMES[type] : type;

/** A question at launch. Its type is kept by the name under which it was sent. */
export const SurveyVariable = z
  .object({
    name: SurveyName,
    title: z.string().trim().min(1).max(255),
    description: Short,
    type: z
      .enum(TYPES)
      .nullish()
      .transform((value) => value ?? ''),
    required: Flag,
    values: z
      .array(z.object({ name: z.string().trim().min(1, withProblem('choice_unnamed')).max(255), value: Short }))
      .max(MAX_ENUM_VALUES)
      .nullish()
      .transform((value) => value ?? []),
    /** Write-only for a secret: it is stored sealed and always read as `''`. */
    default_value: Short,
    /**
     * Whether a secret has a stored default. In a body with an empty `default_value`, `false` removes it; otherwise the
     * stored one of the same name stays.
     */
    secret_default: z.boolean().nullish(),
  })
  .superRefine((variable, context) => {
    if (answerKind(variable) === 'int' && !/^\d*$/.test(textOrNone(variable.default_value))) {
      refuse(context, problem('digits'), { path: ['default_value'] });
    }
    if (variable.type !== 'enum' || !Array.isArray(variable.values)) {
      return;
    }
    if (variable.values.length === 0) {
      refuse(context, problem('choices_missing'), { path: ['values'] });
    }
    const names = variable.values.map((value: { name: string } | null) => value?.name);
    if (new Set(names).size !== names.length) {
      refuse(context, problem('choices_unique'), { path: ['values'] });
    }
  }, besideOthers);
export type SurveyVariable = z.infer<typeof SurveyVariable>;

/** The questions of a template. */
export const SurveyVariables = z
  .array(SurveyVariable)
  .max(200)
  .nullish()
  .transform((value) => value ?? [])
  .superRefine((variables, context) =>
    refuseTaken(
      variables.map(({ name }) => name),
      context,
    ),
  );
