import type { ExtractedVariable, MatcherVerdict, Problem } from '@switchyard/contracts';
import type { ReadByOne } from './read-webhook.js';
import type { Reader } from './webhook-rules.js';

/** Extracted value, and the header that it was read from; `null` = it is of the body. */
export interface ReadVariable extends ExtractedVariable {
  header: string | null;
}

/** Reading of a webhook by an integration, nothing masked; texts are cut behind the bounds of `readWebhook`. */
export interface Reading {
  /** All matchers hold, and there is one. */
  matches: boolean;
  verdicts: MatcherVerdict[];
  extracted: ReadVariable[];
  /** Why its branches and paths let the webhook start nothing; `null` = they do not. */
  unfit: Problem | null;
}

export const NOTHING_READ: Reading & ReadByOne = { matches: false, verdicts: [], extracted: [], unfit: null };

/** Joins the values that were read with the matchers and values that read them, as they are shown. */
export function readingOf(reader: Reader, read: ReadByOne | undefined, texts: readonly string[]): Reading {
  const { matches, verdicts, extracted, unfit } = read ?? NOTHING_READ;
  const textAt = (at: number | null | undefined): string | null => texts[at ?? -1] ?? null;
  return {
    matches,
    unfit,
    verdicts: verdicts.flatMap(({ holds, compared }, index) => {
      const matcher = reader.matchers[index];
      return matcher ? [verdictOf(matcher, holds, textAt(compared))] : [];
    }),
    extracted: extracted.flatMap((at, index) => {
      const value = reader.values[index];
      return value ? [extractedOf(value, textAt(at))] : [];
    }),
  };
}

function verdictOf(matcher: Reader['matchers'][number], holds: boolean, compared: string | null): MatcherVerdict {
  const { id, name, matchType, bodyDataType, key, method, value } = matcher;
  return { id, name, match_type: matchType, body_data_type: bodyDataType, key, method, value, compared, holds };
}

function extractedOf({ id, name, ...row }: Reader['values'][number], value: string | null): ReadVariable {
  const header = row.valueSource === 'header' ? row.key : null;
  return { id, name, variable: row.variable, variable_type: row.variableType, value, header };
}
