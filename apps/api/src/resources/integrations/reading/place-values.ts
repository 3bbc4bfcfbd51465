import { jsonPathParts, own, type WebhookPlace } from '@switchyard/contracts';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';
import type { WebhookPayload } from './webhook-payload.js';

/** A value of a webhook as text. */
export interface PlacedValue {
  text: string;
  /** Whether it contains a text, for each that was searched. */
  readonly contained: Map<string, boolean>;
}

/** Steps of finding what is known. */
const LOOK_UP = 32;

/**
 * The values of a webhook by their places. Each place is looked up once, and each list and object made text once, however many
 * matchers and values read it.
 */
export class PlaceValues {
  private readonly found = new Map<string, PlacedValue | null>();
  private readonly containers = new Map<object, PlacedValue>();

  constructor(
    private readonly payload: WebhookPayload,
    private readonly budget: WorkBudget,
  ) {}

  /**
   * Lists and objects as JSON. `null` = there is none, or it is JSON's `null`.
   * @throws BudgetSpent
   */
  at(place: WebhookPlace): PlacedValue | null {
    this.budget.spend(LOOK_UP);
    const name = nameOf(place);
    let value = this.found.get(name);
    if (value === undefined) {
      this.budget.spend(LOOK_UP + place.key.length);
      value = this.read(place);
      this.found.set(name, value);
    }
    return value;
  }

  /** Whether a value contains a text. @throws BudgetSpent */
  contains({ text, contained }: PlacedValue, searched: string): boolean {
    let holds = contained.get(searched);
    if (holds === undefined) {
      this.budget.spend(text.length);
      holds = text.includes(searched);
      contained.set(searched, holds);
    }
    return holds;
  }

  private read({ part, dataType, key }: WebhookPlace): PlacedValue | null {
    const { headers, text, format, document } = this.payload;
    if (part === 'header') {
      return placed(headers.get(key.toLowerCase()));
    }
    if (dataType === 'string') {
      return placed(text);
    }
    return this.textOf(dataType === format ? valueAt(document, key) : undefined);
  }

  private textOf(value: unknown): PlacedValue | null {
    if (typeof value !== 'object' || value === null) {
      return placed(typeof value === 'string' || value === undefined ? value : scalarText(value));
    }
    const known = this.containers.get(value);
    if (known) {
      return known;
    }
    const text = JSON.stringify(value);
    this.budget.spend(text.length);
    this.budget.keep(text.length);
    const made = { text, contained: new Map<string, boolean>() };
    this.containers.set(value, made);
    return made;
  }
}

const nameOf = ({ part, dataType, key }: WebhookPlace): string =>
  part === 'header' ? `header ${key.toLowerCase()}` : dataType === 'string' ? 'text' : `${dataType ?? ''} ${key}`;

const placed = (text: string | undefined): PlacedValue | null =>
  text === undefined ? null : { text, contained: new Map() };

const scalarText = (value: unknown): string | undefined => (value === null ? undefined : JSON.stringify(value));

/** Only what the document has itself: nothing of a prototype. */
function valueAt(document: unknown, path: string): unknown {
  const parts = jsonPathParts(path);
  return parts?.reduce((value: unknown, part) => member(value, part), document);
}

function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return /^\d{1,9}$/.test(name) ? (value as unknown[]).at(Number(name)) : undefined;
  }
  return typeof value === 'object' && value !== null ? own(value, name) : undefined;
}
