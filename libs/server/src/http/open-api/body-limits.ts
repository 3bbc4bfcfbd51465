import { problem, sentenceOf } from '@switchyard/contracts';
import { BODY_LIMIT_MEMBER, DEFAULT_BODY_LIMIT, sizeText } from '../bodies/body-limit.js';
import { errorResponse } from './responses.js';

interface Operation {
  requestBody?: unknown;
  responses?: Record<string, object>;
  [BODY_LIMIT_MEMBER]?: number;
}

const OTHER_TYPE = errorResponse('The body is of no media type that this route reads.');

/** Adds to each route with a body how much it takes, in bytes, and the answers to more and to another media type. */
export function describeLimits(paths: Record<string, object>): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[]);
  for (const operation of operations.filter(({ requestBody }) => requestBody !== undefined)) {
    const limit = operation[BODY_LIMIT_MEMBER] ?? DEFAULT_BODY_LIMIT;
    operation[BODY_LIMIT_MEMBER] = limit;
    const tooLarge = errorResponse(sentenceOf(problem('body_too_large', { size: sizeText(limit) })));
    operation.responses = { 415: OTHER_TYPE, ...operation.responses, 413: tooLarge };
  }
}
