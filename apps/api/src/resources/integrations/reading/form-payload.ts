import type { WorkBudget } from '../../../platform/workers/work-budget.js';

/** Steps of decoding a character. */
const STEPS = 4;

export const isForm = (headers: ReadonlyMap<string, string>): boolean =>
  headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded';

/**
 * The field `payload` of a form, in which forges send their JSON when they are set to; `null` = there is none that can be decoded.
 * @see https://docs.github.com/en/webhooks/using-webhooks/creating-webhooks (content type)
 * @see https://url.spec.whatwg.org/#concept-urlencoded-parser
 * @throws BudgetSpent
 */
export function formPayload(text: string, budget: WorkBudget): string | null {
  budget.spend(text.length * STEPS);
  const sent = /(?:^|&)payload=([^&]*)/.exec(text)?.[1];
  try {
    return sent === undefined ? null : decodeURIComponent(sent.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
