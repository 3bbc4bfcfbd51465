import { createHmac } from 'node:crypto';
import { jsonElements, jsonMembers, type JsonPart } from './plan-view/json-parts.js';

/** Members of a shown plan that are lists of what is done; each element counts, in any order. */
const DONE = ['resource_changes', 'deferred_changes', 'action_invocations', 'deferred_action_invocations'] as const;
/** Members that count whole: outputs, and what decides where and with what it is done. */
const WHOLE = ['output_changes', 'variables'] as const;

/**
 * Digest of all that a plan would do, from what `show -json` has printed: of resources and outputs every value, the secret ones too, with variables
 * and the configuration of providers. Commands that run beside resources stand in the configuration alone, so that it counts whole where there are some.
 * State, drift and times do not count.
 * @param key without it a digest reveals nothing of the values
 * @returns null when the text is no plan
 */
export function planDigest(shown: string, key: string): string | null {
  try {
    const members = membersOf(shown);
    const digest = createHmac('sha256', key);
    const add = (name: string, text: string): unknown => digest.update(`${name} ${text.length} ${text}\n`);
    for (const name of DONE) {
      changesIn(shown, members.get(name)).forEach((change) => add(name, change));
    }
    WHOLE.forEach((name) => add(name, textOf(shown, members.get(name))));
    add('configuration', actingConfiguration(shown, members.get('configuration')));
    return members.has('format_version') ? digest.digest('hex') : null;
  } catch {
    return null;
  }
}

const textOf = (shown: string, part: JsonPart | undefined): string => (part ? shown.slice(part.start, part.end) : '');

/** Those that do something, sorted. */
function changesIn(shown: string, list: JsonPart | undefined): string[] {
  const parts = list && !shown.startsWith('null', list.start) ? [...jsonElements(shown, list.start)] : [];
  return parts
    .map((part) => textOf(shown, part))
    .filter((text) => !isUntouched(text))
    .toSorted();
}

/** A resource that stays as it is, where it is. */
function isUntouched(text: string): boolean {
  const members = membersOf(text);
  const change = members.get('change');
  const parts = change && membersOf(text, change.start);
  const isNothing = textOf(text, parts?.get('actions')).replaceAll(/\s/g, '') === '["no-op"]';
  return isNothing && !parts?.has('importing') && !members.has('previous_address');
}

const membersOf = (text: string, from = 0): Map<string, JsonPart> =>
  new Map([...jsonMembers(text, from)].map((part) => [part.name, part]));

/** @see https://developer.hashicorp.com/terraform/internals/json-format#configuration-representation */
function actingConfiguration(shown: string, configuration: JsonPart | undefined): string {
  const whole = textOf(shown, configuration);
  if (configuration === undefined || /"(?:provisioners|actions)":/.test(whole)) {
    return whole;
  }
  return textOf(shown, membersOf(shown, configuration.start).get('provider_config'));
}
