import { own } from '@switchyard/contracts';
import { parse } from 'yaml';
import { isObject, type SourceRow } from '../source-values.js';
import { ENCRYPTED } from './awx-export.js';

/** Variables of AWX: JSON, or YAML where it is none. `null` = they are no mapping. */
export function variablesOf(text: string): Record<string, unknown> | null {
  try {
    const value = parse(text, { version: '1.1', uniqueKeys: false }) as unknown;
    return value === null || value === '' ? {} : isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Variables without those whose values were not exported, and the names of these. */
export function withoutSecrets(variables: SourceRow): { plain: Record<string, unknown>; secret: string[] } {
  const entries = Object.entries(variables);
  const secret = entries.filter(([, value]) => value === ENCRYPTED).map(([name]) => name);
  return { plain: Object.fromEntries(entries.filter(([name]) => !secret.includes(name))), secret };
}

/** Questions of a survey as ours has them, and what of it is lost. */
export function questionsOf(survey: SourceRow): { questions: Record<string, unknown>[]; losses: string[] } {
  const spec = Array.isArray(survey['spec']) ? (survey['spec'] as unknown[]).filter(isObject) : [];
  const losses = spec.flatMap((question) => lossesOf(question));
  return { questions: spec.map((question) => questionOf(question)), losses };
}

const TYPES: Readonly<Record<string, string | undefined>> = {
  password: 'secret',
  integer: 'int',
  multiplechoice: 'enum',
};

function questionOf(question: SourceRow): Record<string, unknown> {
  const name = String(question['variable'] ?? '');
  const type = own(TYPES, String(question['type'])) ?? '';
  const given = question['default'];
  const hasDefault = ['string', 'number'].includes(typeof given) && given !== ENCRYPTED && type !== 'secret';
  return {
    name,
    title: String(question['question_name'] ?? '').trim() || name,
    description: String(question['question_description'] ?? ''),
    required: question['required'] === true,
    type,
    ...(type === 'enum' && { values: choicesOf(question).map((value) => ({ name: value, value })) }),
    ...(hasDefault && given !== '' && { default_value: String(given) }),
  };
}

/** A list, or a text with a choice in each line. */
function choicesOf({ choices }: SourceRow): string[] {
  const list = Array.isArray(choices) ? (choices as unknown[]).map(String) : String(choices ?? '').split('\n');
  return [...new Set(list.map((choice) => choice.trim()).filter((choice) => choice !== ''))];
}

function lossesOf(question: SourceRow): string[] {
  const name = String(question['variable'] ?? '');
  const [min, max] = [question['min'], question['max']].map((bound) => Number(bound ?? 0));
  const isBounded = ['integer', 'float'].includes(String(question['type'])) && (min !== 0 || max !== 0);
  return [
    ...(question['default'] === ENCRYPTED ? [`the default of the question "${name}" was not exported`] : []),
    ...(question['type'] === 'multiselect'
      ? [`the question "${name}" takes several choices there, and a text here`]
      : []),
    ...(isBounded ? [`the question "${name}" loses its bounds`] : []),
  ];
}
