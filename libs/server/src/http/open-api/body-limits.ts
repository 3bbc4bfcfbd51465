import { problem, sentenceOf } from '@switchyard/contracts';
import { BODY_LIMIT_MEMBER, DEFAULT_BODY_LIMIT, sizeText } from '../bodies/body-limit.js';
import { errorResponse } from './responses.js';

interface Operation {
  requestBody?: unknown;
  responses?: Record<string, object>;
  [BODY_LIMIT_MEMBER]?: number;
}

/** Adds to each route with a body how much it takes, in bytes, and the answer to more. */
export function describeLimits(paths: Record<string, object>): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[]);
  for (const operation of operations.filter(({ requestBody }) => requestBody !== undefined)) {
    const limit = operation[BODY_LIMIT_MEMBER] ?? DEFAULT_BODY_LIMIT;
    operation[BODY_LIMIT_MEMBER] = limit;
    const tooLarge = errorResponse(sentenceOf(problem('body_too_large', { size: sizeText(limit) })));
    operation.responses = { ...operation.responses, 413: tooLarge };
  }
}
