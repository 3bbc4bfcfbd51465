import { MAX_PLAN_PATH, MAX_PLAN_VALUE, type PlanAttribute } from '@switchyard/contracts';
import type { Change } from './change.js';
import { memberOf } from './hidden-values.js';

export interface Hiding {
  /** Hides the secrets of the job in a text. */
  mask: (text: string) => string;
  /** Texts and numbers that are shown nowhere. */
  hidden: ReadonlySet<string>;
}

/** Values below so many levels are shown as one. */
const LEVELS = 20;

/** The same place in each of the structures of a change. */
interface Place {
  before: unknown;
  after: unknown;
  unknown: unknown;
  beforeSensitive: unknown;
  afterSensitive: unknown;
}

/**
 * Returns the differences between before and after, down to single values. None of them is marked as sensitive.
 * @param levels 0 = the value as a whole
 */
export function* attributeChanges(change: Change, hiding: Hiding, levels = LEVELS): Generator<PlanAttribute> {
  const replaced = (change.replace_paths ?? []).map((steps) => steps.reduce(joined, ''));
  for (const attribute of differences(rootOf(change), '', levels, hiding)) {
    const replaces = replaced.some((path) => isBelow(attribute.path, path));
    yield { ...attribute, path: cut(hiding.mask(attribute.path), MAX_PLAN_PATH), ...(replaces && { replaces }) };
  }
}

const rootOf = (change: Change): Place => ({
  before: change.before,
  after: change.after,
  unknown: change.after_unknown,
  beforeSensitive: change.before_sensitive,
  afterSensitive: change.after_sensitive,
});

function* differences(place: Place, path: string, levels: number, hiding: Hiding): Generator<PlanAttribute> {
  const { before, after, unknown } = place;
  const isUnknown = unknown === true;
  if (!isUnknown && isSame(before, after) && !hasMark(unknown)) {
    return;
  }
  if (isSensitive(place, isUnknown || levels === 0)) {
    yield { path, before: null, after: null, sensitive: true };
    return;
  }
  const names = isUnknown || levels === 0 ? [] : namesOf(before, after, unknown);
  for (const name of names) {
    const isNumber = [before, after, unknown].some(Array.isArray) && /^\d+$/.test(name);
    const below = joined(path, isNumber ? Number(name) : name);
    yield* differences(memberPlace(place, name), below, levels - 1, hiding);
  }
  if (names.length === 0) {
    yield leaf(path, place, hiding);
  } else if (isScalar(before) || isScalar(after)) {
    yield leaf(path, { ...place, before: scalar(before), after: scalar(after) }, hiding);
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** @param isWhole the values are shown as they are, so that a mark anywhere in them counts */
function isSensitive({ beforeSensitive, afterSensitive }: Place, isWhole: boolean): boolean {
  const marks = [beforeSensitive, afterSensitive];
  return marks.includes(true) || (isWhole && marks.some(hasMark));
}

function hasMark(marks: unknown): boolean {
  return marks === true || (typeof marks === 'object' && marks !== null && Object.values(marks).some(hasMark));
}

const isScalar = (value: unknown): boolean => value !== null && value !== undefined && typeof value !== 'object';
const scalar = (value: unknown): unknown => (isScalar(value) ? value : null);

/** Names or numbers of what is in the values. */
const namesOf = (...values: unknown[]): string[] => [
  ...new Set(values.flatMap((value) => (typeof value === 'object' && value !== null ? Object.keys(value) : []))),
];

const memberPlace = (place: Place, name: string): Place => ({
  before: memberOf(place.before, name),
  after: memberOf(place.after, name),
  unknown: memberOf(place.unknown, name),
  beforeSensitive: memberOf(place.beforeSensitive, name),
  afterSensitive: memberOf(place.afterSensitive, name),
});

function leaf(path: string, { before, after, unknown }: Place, { mask, hidden }: Hiding): PlanAttribute {
  const isHidden = [before, after].some((value) => holdsHidden(value, hidden));
  if (isHidden) {
    return { path, before: null, after: null, sensitive: true };
  }
  const isUnknown = unknown === true || (hasMark(unknown) && !holdsScalar(after));
  return {
    path,
    before: shown(before, mask),
    after: isUnknown ? null : shown(withUnknown(after, unknown), mask),
    ...(isUnknown && { unknown: true }),
  };
}

/** Placeholder of a part that is known after apply, as the tool prints it. */
const UNKNOWN = '(known after apply)';

const holdsScalar = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).some(holdsScalar) : isScalar(value);

/** A value that is shown as a whole, with the parts named that are unknown: they are absent or `null` in it. */
function withUnknown(value: unknown, unknown: unknown): unknown {
  if (unknown === true) {
    return UNKNOWN;
  }
  if (!hasMark(unknown) || typeof unknown !== 'object' || unknown === null) {
    return value;
  }
  const named = namesOf(value, unknown).map(
    (name) => [name, withUnknown(memberOf(value, name), memberOf(unknown, name))] as const,
  );
  return Array.isArray(unknown) ? named.map(([, part]) => part) : Object.fromEntries(named);
}

function holdsHidden(value: unknown, hidden: ReadonlySet<string>): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some((member) => holdsHidden(member, hidden))
    : hidden.has(String(value));
}

/** The JSON of a value without the secrets of the job; `null` = there is no value. */
function shown(value: unknown, mask: (text: string) => string): string | null {
  if (value === null || value === undefined) {
    return null;
  }
  const text = typeof value === 'string' ? JSON.stringify(mask(value)) : mask(JSON.stringify(value));
  return cut(text, MAX_PLAN_VALUE);
}

/** At most so many characters, and no half of a pair of them at the end. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;

function joined(path: string, step: string | number): string {
  if (typeof step === 'number') {
    return `${path}[${step}]`;
  }
  const isPlain = /^[A-Za-z_][\w-]*$/.test(step);
  return isPlain ? `${path}${path && '.'}${step}` : `${path}[${JSON.stringify(step)}]`;
}

const isBelow = (path: string, above: string): boolean =>
  path.startsWith(above) && (path.length === above.length || ['.', '['].includes(path.charAt(above.length)));
