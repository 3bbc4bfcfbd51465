import type { ExtractedVariable, MatcherVerdict } from '@switchyard/contracts';
import type { Integration, IntegrationMatcher, IntegrationValue } from '@switchyard/database';
import { valueAt } from './value-at.js';
import type { WebhookPayload } from './webhook-payload.js';

/** What decides about a webhook at one integration. */
export interface Reader {
  row: Integration;
  matchers: readonly IntegrationMatcher[];
  values: readonly IntegrationValue[];
}

/** What an integration makes of a webhook, nothing masked. */
export interface Reading {
  /** All matchers hold, and there is one. */
  matches: boolean;
  verdicts: MatcherVerdict[];
  extracted: ExtractedVariable[];
}

/** @param isNeeded whether values are extracted also where a matcher does not hold */
export function readWebhook({ matchers, values }: Reader, payload: WebhookPayload, isNeeded: boolean): Reading {
  const verdicts = matchers.map((matcher) => verdictOf(matcher, payload));
  const matches = verdicts.length > 0 && verdicts.every(({ holds }) => holds);
  return {
    matches,
    verdicts,
    extracted: matches || isNeeded ? values.map((value) => extractedOf(value, payload)) : [],
  };
}

/** A value that is not there equals nothing and contains nothing. */
function verdictOf(matcher: IntegrationMatcher, payload: WebhookPayload): MatcherVerdict {
  const { id, name, matchType, bodyDataType, key, method, value } = matcher;
  const compared = valueAt(payload, { part: matchType, dataType: bodyDataType, key });
  const holds = {
    equals: compared === value,
    unequals: compared !== value,
    contains: compared?.includes(value) ?? false,
  }[method];
  return { id, name, match_type: matchType, body_data_type: bodyDataType, key, method, value, compared, holds };
}

function extractedOf(row: IntegrationValue, payload: WebhookPayload): ExtractedVariable {
  const { id, name, valueSource, bodyDataType, key, variable, variableType } = row;
  const value = valueAt(payload, { part: valueSource, dataType: bodyDataType, key });
  return { id, name, variable, variable_type: variableType, value };
}
