import type { PlanViewProblem } from '@switchyard/contracts';
import { z } from 'zod';
import { Change } from './change.js';
import { noteHidden, noteMarked } from './hidden-values.js';
import { jsonElements, jsonMembers, type JsonPart } from './json-parts.js';

/** The version that is understood: a later minor one only adds members (developer.hashicorp.com/terraform/internals/json-format). */
const MAJOR = '1';

const ResourceChange = z.object({
  address: z.string(),
  module_address: z.string().nullish(),
  previous_address: z.string().nullish(),
  change: Change,
});
export type ResourceChange = z.infer<typeof ResourceChange>;

/** The members of a shown plan that a view is made of. */
export interface ShownPlan {
  formatVersion: string;
  changes: ResourceChange[];
  drift: ResourceChange[];
  outputs: [name: string, change: Change][];
  /** Texts and numbers that are marked as sensitive somewhere in the plan. */
  hidden: ReadonlySet<string>;
}

/** Reads what `show -json` has printed; state and configuration, the most of it, are passed over. */
export function readShownPlan(text: string): ShownPlan | { problem: PlanViewProblem; formatVersion: string } {
  let formatVersion = '';
  try {
    const members = new Map([...jsonMembers(text)].map((part) => [part.name, part]));
    formatVersion = String(valueOf(text, members.get('format_version')) ?? '').slice(0, 32);
    if (formatVersion.split('.')[0] !== MAJOR) {
      return { problem: formatVersion === '' ? 'unreadable' : 'newer_format', formatVersion };
    }
    const hidden = new Set<string>();
    sensitiveVariables(text, members).forEach((value) => noteMarked(value, true, hidden));
    return {
      formatVersion,
      changes: resourceChanges(text, members.get('resource_changes'), hidden),
      drift: resourceChanges(text, members.get('resource_drift'), hidden),
      outputs: outputChanges(text, members.get('output_changes'), hidden),
      hidden,
    };
  } catch {
    return { problem: 'unreadable', formatVersion };
  }
}

function valueOf(text: string, part: JsonPart | undefined): unknown {
  return part ? JSON.parse(text.slice(part.start, part.end)) : null;
}

const isNull = (text: string, part: JsonPart): boolean => text.startsWith('null', part.start);

/** One after the other: those of which nothing becomes, most of a large plan, are looked through and dropped. */
function resourceChanges(text: string, list: JsonPart | undefined, hidden: Set<string>): ResourceChange[] {
  const found: ResourceChange[] = [];
  for (const part of list && !isNull(text, list) ? jsonElements(text, list.start) : []) {
    const resource = ResourceChange.parse(valueOf(text, part));
    noteHidden(resource.change, hidden);
    if (!isUntouched(resource)) {
      found.push(resource);
    }
  }
  return found;
}

const isUntouched = ({ change, previous_address: previous }: ResourceChange): boolean =>
  change.actions.every((action) => action === 'no-op') && !change.importing && !previous;

function outputChanges(text: string, members: JsonPart | undefined, hidden: Set<string>): [string, Change][] {
  const parts = members && !isNull(text, members) ? [...jsonMembers(text, members.start)] : [];
  const outputs = parts.map((part): [string, Change] => [part.name, Change.parse(valueOf(text, part))]);
  outputs.forEach(([, change]) => noteHidden(change, hidden));
  return outputs.filter(([, { actions }]) => !actions.includes('no-op'));
}

const Variable = z.object({ value: z.unknown().optional() });
const Declaration = z.object({ sensitive: z.boolean().optional() });

/** The values of the variables that the configuration marks as sensitive. */
function sensitiveVariables(text: string, members: ReadonlyMap<string, JsonPart>): unknown[] {
  const [given, configuration] = [members.get('variables'), members.get('configuration')];
  const root = configuration && memberOf(text, configuration, 'root_module');
  const declared = root && memberOf(text, root, 'variables');
  if (!given || !declared) {
    return [];
  }
  const names = [...jsonMembers(text, declared.start)]
    .filter((part) => Declaration.parse(valueOf(text, part)).sensitive)
    .map(({ name }) => name);
  return [...jsonMembers(text, given.start)]
    .filter(({ name }) => names.includes(name))
    .map((part) => Variable.parse(valueOf(text, part)).value);
}

const memberOf = (text: string, of: JsonPart, wanted: string): JsonPart | undefined =>
  [...jsonMembers(text, of.start)].find(({ name }) => name === wanted);
