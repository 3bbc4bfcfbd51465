import { argumentList, argumentsString, parsed } from './json-string.js';

/** Stages of a planned app that take arguments of their own. */
export const ARGUMENT_STAGES = ['init', 'plan', 'apply', 'default'] as const;
export type ArgumentStage = (typeof ARGUMENT_STAGES)[number];

/** Arguments by stage. A plain array means `default`, which serves the plan stage where none is given for it. */
export type StageArguments = Partial<Record<ArgumentStage, string[]>>;

/**
 * String with the arguments of a template or task: a JSON array of strings, or for planned apps a JSON object of such
 * arrays by stage. Absent or empty becomes `null`.
 */
export const JsonStageArgumentsString = argumentsString((value) => stageArguments(value) !== null);

/** True when the text holds arguments by stage, not a plain array. */
export const isStageArguments = (text: string | null): boolean => text?.startsWith('{') ?? false;

/** The arguments by stage held by such a string, or `null` when it holds neither form. */
export const parseStageArguments = (text: string | null | undefined): StageArguments | null =>
  text ? stageArguments(parsed(text)) : {};

function stageArguments(value: unknown): StageArguments | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const list = argumentList(value);
    return list && { default: list };
  }
  const stages: StageArguments = {};
  for (const [name, items] of Object.entries(value)) {
    const stage = ARGUMENT_STAGES.find((each) => each === name);
    const list = argumentList(items);
    if (!stage || !list) {
      return null;
    }
    stages[stage] = list;
  }
  return stages;
}
