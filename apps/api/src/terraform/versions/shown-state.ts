import { own } from '@switchyard/contracts';

/** Names of attributes whose values are hidden although the provider does not mark them. */
const SECRET_NAME = /passw(?:or)?d|passphrase|secret|token|private_key|access_key|credential/i;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

/**
 * A state as people may see it without asking for more: sensitive outputs, attributes that the state marks as sensitive
 * and those whose names speak of secrets are `null`. One without any stays as it is, byte for byte.
 * @param text JSON
 */
export function shownState(text: string): string {
  const state = JSON.parse(text) as unknown;
  const hidden = isObject(state) ? hideOutputs(state) + hideAttributes(state) : 0;
  return hidden === 0 ? text : JSON.stringify(state, null, 2);
}

function hideOutputs({ outputs }: Json): number {
  const marked = Object.values(isObject(outputs) ? outputs : {}).filter(
    (output): output is Json => isObject(output) && output['sensitive'] === true,
  );
  marked.forEach((output) => (output['value'] = null));
  return marked.length;
}

function hideAttributes({ resources }: Json): number {
  const instances = listOf(resources).flatMap((resource) => listOf(resource['instances']));
  return instances.reduce((sum, instance) => sum + hideMarked(instance) + hideNamed(instance['attributes']), 0);
}

function hideMarked(instance: Json): number {
  const paths = Array.isArray(instance['sensitive_attributes']) ? instance['sensitive_attributes'] : [];
  for (const path of paths) {
    const steps = stepsOf(path);
    if (steps === null || !hideAt(instance['attributes'], steps)) {
      instance['attributes'] = null;
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
function hideAt(value: unknown, [step, ...rest]: readonly string[]): boolean {
  if (value === null || value === undefined) {
    return true;
  }
  if (!isObject(value) || step === undefined || !Object.hasOwn(value, step)) {
    return false;
  }
  if (rest.length > 0) {
    return hideAt(own(value, step), rest);
  }
  return Reflect.set(value, step, null);
}

function hideNamed(value: unknown): number {
  if (!isObject(value)) {
    return 0;
  }
  let hidden = 0;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string' && member !== '' && SECRET_NAME.test(name)) {
      Reflect.set(value, name, null);
      hidden += 1;
    } else {
      hidden += hideNamed(member);
    }
  }
  return hidden;
}
