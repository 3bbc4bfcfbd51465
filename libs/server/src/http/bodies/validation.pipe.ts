import { StandardSchemaValidationPipe } from '@nestjs/common';
import { type Issue, issuesOf, problem } from '@switchyard/contracts';
import type { z } from 'zod';
import { UserError } from '../errors/errors.js';

/**
 * Checks every parameter that declares a schema, as in `@Body({ schema: CreateThing })`, and passes on what the schema
 * made of it. A mismatch is answered 400 with its issues: `{ "error": "name: must not be empty; port: …" }`.
 */
export function createValidationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => invalidRequest(issuesOf(issues as z.core.$ZodIssue[])),
  });
}

/** 400 for members of a request that do not fit. */
export const invalidRequest = (issues: readonly Issue[]): UserError =>
  new UserError(400, problem('invalid_request'), { issues });
