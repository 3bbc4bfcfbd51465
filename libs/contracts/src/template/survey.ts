import { z } from 'zod';
import { Flag } from '../primitives/primitives.js';
import { SurveyName } from '../variable/variable-name.js';

const Short = z
  .string()
  .max(4096)
  .nullish()
  .transform((value) => value ?? '');

/** Most values of an enumeration. */
const MAX_ENUM_VALUES = 1000;

/** A question asked at launch. Type `''` is a string. */
export const SurveyVariable = z
  .object({
    name: SurveyName,
    title: z.string().trim().min(1, 'must not be empty').max(255),
    description: Short,
    type: z
      .enum(['', 'int', 'secret', 'enum'])
      .nullish()
      .transform((value) => value ?? ''),
    required: Flag,
    values: z
      .array(z.object({ name: z.string().trim().min(1, 'Value name cannot be empty.').max(255), value: Short }))
      .max(MAX_ENUM_VALUES, `Enumeration must have at most ${MAX_ENUM_VALUES} values.`)
      .nullish()
      .transform((value) => value ?? []),
    default_value: Short,
  })
  .superRefine((variable, context) => {
    if (variable.type !== 'enum') {
      return;
    }
    if (variable.values.length === 0) {
      context.addIssue({ code: 'custom', path: ['values'], message: 'Enumeration must have values.' });
    }
    if (new Set(variable.values.map((value) => value.name)).size !== variable.values.length) {
      context.addIssue({ code: 'custom', path: ['values'], message: 'Enumeration values must have unique names.' });
    }
  });
export type SurveyVariable = z.infer<typeof SurveyVariable>;
