import { own } from '@switchyard/contracts';
import { isCommonValue } from '@switchyard/masking';
import type { WorkBudget } from '../../platform/workers/work-budget.js';

/** Names of attributes whose values are hidden although the provider does not mark them. */
const SECRET_NAME = /passw(?:or)?d|passphrase|secret|token|private_key|access_key|credential/i;
/** Members by which lists name what they hold, as in `{ "name": "DB_PASSWORD", "value": "…" }`, and those that hold it. */
const NAMING = ['name', 'key'] as const;
const NAMED = ['value', 'values'] as const;
/** Steps of parsing a character. */
const STEPS_OF_PARSING = 2;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * A state as people may see it without asking for more: sensitive outputs, attributes that the state marks as sensitive
 * and those whose names speak of secrets are `null`, lists and maps too that hold a text, and so is every copy of such a value. One
 * without any stays as it is, byte for byte.
 * @param text JSON
 * @throws BudgetSpent
 */
export function shownState(text: string, budget: WorkBudget): string {
  budget.spend(text.length * STEPS_OF_PARSING);
  const state = JSON.parse(text) as unknown;
  const values = new Set<string>();
  const hidden = isObject(state) ? hideOutputs(state, values) + hideAttributes(state, values) : 0;
  if (hidden === 0) {
    return text;
  }
  hideCopies(state, values, budget);
  keepIndented(state, 0, budget);
  return JSON.stringify(state, null, INDENT);
}

const INDENT = 2;
/** Characters of a value beside its text and its indentation. */
const AROUND = 8;

/** Counts what the document takes as indented JSON: a deep one takes many times what it came with. */
function keepIndented(value: unknown, depth: number, budget: WorkBudget): void {
  budget.keep(AROUND + depth * INDENT + (typeof value === 'string' ? value.length : 0));
  if (Array.isArray(value)) {
    value.forEach((member) => keepIndented(member, depth + 1, budget));
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      budget.keep(name.length);
      keepIndented(member, depth + 1, budget);
    }
  }
}

/** Hides a member, and takes note of what it was: a copy of it, as providers compute them, often has no mark. */
function blank(parent: Json, name: string, values: Set<string>): void {
  note(own(parent, name), values);
  Reflect.set(parent, name, null);
}

function note(value: unknown, values: Set<string>): void {
  if (isObject(value)) {
    Object.values(value).forEach((member) => note(member, values));
  } else if (isScalar(value) && !isCommonValue(String(value))) {
    values.add(String(value));
  }
}

/** In values of outputs and attributes alone: nothing else of a state comes from a configuration. */
function hideCopies(state: unknown, values: ReadonlySet<string>, budget: WorkBudget): void {
  const { outputs, resources } = isObject(state) ? state : {};
  const instances = listOf(resources).flatMap((resource) => listOf(resource['instances']));
  const outside = listOf(isObject(outputs) ? Object.values(outputs) : []);
  const places = [
    ...outside.map((output) => [output, 'value'] as const),
    ...instances.flatMap((each) => [[each, 'attributes'] as const, [each, 'attributes_flat'] as const]),
  ];
  places.forEach(([parent, name]) => hideCopiesIn(parent, name, values, budget));
}

function hideCopiesIn(parent: Json, name: string, values: ReadonlySet<string>, budget: WorkBudget): void {
  budget.spend(1);
  const value = own(parent, name);
  if (isObject(value)) {
    Object.keys(value).forEach((each) => hideCopiesIn(value, each, values, budget));
  } else if (isScalar(value) && values.has(String(value))) {
    Reflect.set(parent, name, null);
  }
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function hideOutputs({ outputs }: Json, values: Set<string>): number {
  const marked = Object.values(isObject(outputs) ? outputs : {}).filter(
    (output): output is Json => isObject(output) && output['sensitive'] === true,
  );
  marked.forEach((output) => blank(output, 'value', values));
  return marked.length + hideNamedOutputs(outputs, values);
}

/** Outputs that nobody marked as sensitive: one by its name, and what is in it by the names there. */
function hideNamedOutputs(outputs: unknown, values: Set<string>): number {
  let hidden = 0;
  for (const [name, output] of Object.entries(isObject(outputs) ? outputs : {})) {
    if (isObject(output)) {
      hidden += hideMember([output, 'value'], SECRET_NAME.test(name), values);
    }
  }
  return hidden;
}

function hideAttributes({ resources }: Json, values: Set<string>): number {
  const instances = listOf(resources).flatMap((resource) => listOf(resource['instances']));
  return instances.reduce(
    (sum, instance) =>
      sum +
      hideMarked(instance, values) +
      hideNamed(instance['attributes'], values) +
      hideNamed(instance['attributes_flat'], values),
    0,
  );
}

function hideMarked(instance: Json, values: Set<string>): number {
  const paths = Array.isArray(instance['sensitive_attributes']) ? instance['sensitive_attributes'] : [];
  for (const path of paths) {
    const steps = stepsOf(path);
    if (steps === null || !hideAt(instance['attributes'], steps, values)) {
      blank(instance, 'attributes', values);
    }
  }
  return paths.length;
}

/** Attributes, keys and indexes from the outside in; `null` = a form that is not known. */
function stepsOf(path: unknown): string[] | null {
  const steps = listOf(path).map(({ value }) => (isObject(value) ? value['value'] : value));
  const known = Array.isArray(path) && steps.length === path.length && steps.length > 0;
  return known && steps.every((step) => typeof step === 'string' || typeof step === 'number')
    ? steps.map(String)
    : null;
}

/** False when the path leads nowhere that is known. */
function hideAt(value: unknown, [step, ...rest]: readonly string[], values: Set<string>): boolean {
  if (value === null || value === undefined) {
    return true;
  }
  if (!isObject(value) || step === undefined || !Object.hasOwn(value, step)) {
    return false;
  }
  if (rest.length > 0) {
    return hideAt(own(value, step), rest, values);
  }
  blank(value, step, values);
  return true;
}

function hideNamed(value: unknown, values: Set<string>): number {
  if (!isObject(value)) {
    return 0;
  }
  if (Array.isArray(value)) {
    return value.reduce((sum: number, member) => sum + hideNamed(member, values), 0);
  }
  const isNamed = NAMING.some((name) => SECRET_NAME.test(textOf(own(value, name))));
  let hidden = 0;
  for (const name of Object.keys(value)) {
    const isSecret = SECRET_NAME.test(name) || (isNamed && NAMED.some((each) => each === name));
    hidden += hideMember([value, name], isSecret, values);
  }
  return hidden;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Hides a member that is secret and holds a text; of any other, what is secret in it. */
function hideMember([parent, name]: [Json, string], isSecret: boolean, values: Set<string>): number {
  const member = own(parent, name);
  if (!isSecret) {
    return hideNamed(member, values);
  }
  if (!holdsText(member)) {
    return 0;
  }
  blank(parent, name, values);
  return 1;
}

const holdsText = (value: unknown): boolean =>
  typeof value === 'string'
    ? value !== ''
    : isObject(value) && (Array.isArray(value) ? value : Object.values(value)).some(holdsText);
