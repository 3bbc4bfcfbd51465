import { MAX_OBJECT_TEXT, type Problem } from '@switchyard/contracts';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';
import type { CommentDelivery } from './comment-delivery.js';
import { PushFilter } from './push-filter.js';
import type { PullDelivery } from './pull-delivery.js';
import { type PlacedValue, PlaceValues } from './place-values.js';
import type { WebhookPayload } from './webhook-payload.js';
import type { Condition, ReaderRules } from './webhook-rules.js';

/** Most characters that are looked at to show a value. */
export const MAX_READ_TO_SHOW = 1_000;
/** Most characters of all values that the launches of one webhook get. */
const MAX_GIVEN = 4 * MAX_OBJECT_TEXT;

/** Reading of a webhook by one integration: numbers are places in the list of texts, `null` = the webhook has none there. */
export interface ReadByOne {
  /** All conditions hold, and there is one. */
  matches: boolean;
  /** Whether each condition holds, and the beginning of what it compared. */
  verdicts: { holds: boolean; compared: number | null }[];
  /** Values for the launch; none where they are not needed. */
  extracted: (number | null)[];
  /** Why its branches and paths let the webhook start nothing; `null` = they do not. */
  unfit: Problem | null;
}

/** Readings of one webhook by integrations. */
export interface ReadByAll {
  /** Each stands there once, however many read it; one too long to be shown or launched with is cut behind its bound. */
  texts: string[];
  /** By the order of the readers. */
  readings: ReadByOne[];
}

/**
 * Reads a webhook for its readers.
 * @param isNeeded whether values are extracted also where a condition does not hold
 * @throws BudgetSpent
 */
export function readWebhook(
  readers: readonly ReaderRules[],
  payload: WebhookPayload,
  isNeeded: boolean,
  { pull, comment }: { pull: PullDelivery | null; comment: CommentDelivery | null },
  budget: WorkBudget,
): ReadByAll {
  const filter = new PushFilter(payload.document, pull?.target ?? null, budget);
  const reading = new Reading(new PlaceValues(payload, budget), filter, pull !== null || comment !== null, budget);
  return { readings: readers.map((reader) => reading.of(reader, isNeeded)), texts: reading.texts };
}

class Reading {
  readonly texts: string[] = [];
  private readonly places = { shown: new Map<PlacedValue, number>(), whole: new Map<PlacedValue, number>() };
  private given = 0;

  constructor(
    private readonly values: PlaceValues,
    private readonly filter: PushFilter,
    private readonly isPull: boolean,
    private readonly budget: WorkBudget,
  ) {}

  of({ conditions, values, push }: ReaderRules, isNeeded: boolean): ReadByOne {
    const verdicts = conditions.map((condition) => this.verdict(condition));
    const isPull = this.isPull && push.takesPulls;
    const matches =
      verdicts.length > 0 && verdicts.every(({ holds }, index) => holds || (isPull && conditions[index]?.isOfPush));
    const found = matches || isNeeded ? values.map((place) => this.values.at(place)) : [];
    this.give(found);
    const extracted = found.map((value) => this.place(value, 'whole', MAX_OBJECT_TEXT));
    return { matches, verdicts, extracted, unfit: this.filter.fault(push) };
  }

  /** A value that is not there equals nothing and contains nothing. */
  private verdict({ place, method, value }: Condition): ReadByOne['verdicts'][number] {
    const compared = this.values.at(place);
    this.budget.spend(value.length);
    const holds =
      method === 'contains'
        ? compared !== null && this.values.contains(compared, value)
        : (compared?.text === value) === (method === 'equals');
    return { holds, compared: this.place(compared, 'shown', MAX_READ_TO_SHOW) };
  }

  /** A launch with more than one may have is refused whatever else it gets. */
  private give(found: readonly (PlacedValue | null)[]): void {
    const length = found.reduce((sum, value) => sum + (value?.text.length ?? 0), 0);
    this.given += Math.min(length, MAX_OBJECT_TEXT);
    if (this.given > MAX_GIVEN) {
      this.budget.spend(Infinity);
    }
  }

  private place(value: PlacedValue | null, use: 'shown' | 'whole', most: number): number | null {
    if (value === null) {
      return null;
    }
    const known = this.places[use].get(value);
    if (known !== undefined) {
      return known;
    }
    const text = value.text.slice(0, most + 1);
    this.budget.keep(text.length);
    this.places[use].set(value, this.texts.push(text) - 1);
    return this.texts.length - 1;
  }
}
