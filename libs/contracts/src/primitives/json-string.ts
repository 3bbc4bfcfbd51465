import { z } from 'zod';
import { refuse } from '../errors/issue.js';
import { type Problem, problem } from '../errors/problem.js';
import { jsonErrorAt } from './json-syntax.js';
import { isStorable, JsonError, parseJson } from './json-text.js';
import { textPlace } from './text-place.js';

/** Largest JSON object accepted inside a string member, in characters. */
export const MAX_OBJECT_TEXT = 1_048_576;
/** Largest JSON text with arguments, in characters: what a command line of Linux holds. */
export const MAX_ARGUMENTS_TEXT = 131_072;
/** Most arguments of one list. */
export const MAX_ARGUMENTS = 1000;

interface Form {
  max: number;
  /** Problem of a text that holds something else. */
  otherwise: Problem;
  /** People write the text, so the place of a fault of its syntax is named. */
  isWritten?: boolean;
  isValid: (value: unknown) => boolean;
}

/** String that holds JSON of a form, within the bounds of `parseJson`; trimmed, absent or empty becomes `empty`. */
export const jsonString = <E extends string | null>(empty: E, form: Form) =>
  z
    .string()
    .max(form.max)
    .nullish()
    .superRefine((text, context) => {
      const found = text?.trim() ? fault(text, form) : null;
      if (found !== null) {
        refuse(context, found, { continue: false });
      }
    })
    .transform((value) => value?.trim() || empty);

function fault(text: string, { isValid, isWritten, otherwise }: Form): Problem | null {
  if (!isStorable(text)) {
    return problem('not_storable');
  }
  try {
    return isValid(parseJson(text.trim())) ? null : otherwise;
  } catch (error) {
    const isSyntax = !(error instanceof JsonError) || error.isSyntax;
    return isSyntax ? (isWritten && syntaxProblem(text)) || otherwise : error.problem;
  }
}

/** Why a text is no JSON, with the place; `null` = it is. */
export function syntaxProblem(text: string): Problem | null {
  const at = jsonErrorAt(text);
  return at === null ? null : problem('json_syntax_at', { ...textPlace(text, at) });
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** String that holds a JSON object; absent or empty becomes `{}`. */
export const JsonObjectString = jsonString('{}', {
  max: MAX_OBJECT_TEXT,
  otherwise: problem('json_object'),
  isWritten: true,
  isValid: isObject,
});

/** As {@link JsonObjectString}; absent or empty becomes `null`. */
export const OptionalJsonObjectString = jsonString(null, {
  max: MAX_OBJECT_TEXT,
  otherwise: problem('json_object'),
  isWritten: true,
  isValid: isObject,
});

/** String that holds a JSON object of scalars, what a process environment can hold; absent or empty becomes `null`. */
export const JsonScalarsString = jsonString(null, {
  max: MAX_OBJECT_TEXT,
  otherwise: problem('json_scalars'),
  isWritten: true,
  isValid: (value) => isObject(value) && Object.values(value).every(isScalar),
});

/** String that holds arguments in JSON; absent or empty becomes `null`. */
export const argumentsString = (isValid: Form['isValid']) =>
  jsonString(null, {
    max: MAX_ARGUMENTS_TEXT,
    otherwise: problem('json_arguments', { max: MAX_ARGUMENTS }),
    isValid,
  });

/** String that holds a JSON array of strings; absent or empty becomes `null`. */
export const JsonArgumentsString = argumentsString((value) => argumentList(value) !== null);

/** The value when it is a list of arguments: strings without NUL. */
export function argumentList(value: unknown): string[] | null {
  const ok =
    Array.isArray(value) &&
    value.length <= MAX_ARGUMENTS &&
    value.every((item) => typeof item === 'string' && !item.includes('\0'));
  return ok ? (value as string[]) : null;
}

/** The arguments held by a JSON array string, or `null` when it is not an array of strings without NUL. */
export const parseArguments = (text: string | null | undefined): string[] | null =>
  text ? argumentList(parsed(text)) : [];

/** The object held by a JSON object string; `{}` when it is not one. */
export function parseObject(text: string | null | undefined): Record<string, unknown> {
  const value = text ? parsed(text) : null;
  return isObject(value) ? (value as Record<string, unknown>) : {};
}

/** The value of a text that was checked when it came in; `undefined` when it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
