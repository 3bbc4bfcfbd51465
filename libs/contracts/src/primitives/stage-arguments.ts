import { z } from 'zod';
import { parseArguments } from './json-string.js';

/** Stages of a planned app that take arguments of their own. */
export const ARGUMENT_STAGES = ['init', 'plan', 'apply', 'default'] as const;
export type ArgumentStage = (typeof ARGUMENT_STAGES)[number];

/** Arguments by stage. A plain array means `default`, which serves the plan stage where none is given for it. */
export type StageArguments = Partial<Record<ArgumentStage, string[]>>;

const MAX_JSON = 1_048_576;

/**
 * String with the arguments of a template or task: a JSON array of strings, or for planned apps a JSON object of such
 * arrays by stage (rest contract 3.9, `arguments`). Absent or empty becomes `null`.
 */
export const JsonStageArgumentsString = z
  .string()
  .max(MAX_JSON)
  .nullish()
  .transform((value) => value?.trim() || null)
  .refine((value) => parseStageArguments(value) !== null, 'must be a JSON array of strings');

/** True when the text holds arguments by stage, not a plain array. */
export const isStageArguments = (text: string | null): boolean => text?.startsWith('{') ?? false;

/** The arguments by stage held by such a string, or `null` when it holds neither form. */
export function parseStageArguments(text: string | null | undefined): StageArguments | null {
  if (!text) {
    return {};
  }
  if (!isStageArguments(text)) {
    const list = parseArguments(text);
    return list && { default: list };
  }
  return stagesOf(text);
}

function stagesOf(text: string): StageArguments | null {
  const stages: StageArguments = {};
  for (const [name, value] of entriesOf(text)) {
    const stage = ARGUMENT_STAGES.find((each) => each === name);
    const list = parseArguments(JSON.stringify(value));
    if (!stage || !list) {
      return null;
    }
    stages[stage] = list;
  }
  return stages;
}

function entriesOf(text: string): [string, unknown][] {
  try {
    return Object.entries(JSON.parse(text) as object);
  } catch {
    return [['', null]];
  }
}
