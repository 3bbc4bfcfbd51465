import { StandardSchemaValidationPipe } from '@nestjs/common';
import { UserError } from '../errors/errors.js';

const MAX_ISSUES = 20;

type Issues = Parameters<
  NonNullable<ConstructorParameters<typeof StandardSchemaValidationPipe>[0]>['exceptionFactory'] & object
>[0];

/**
 * Checks every parameter that declares a schema, as in `@Body({ schema: CreateThing })`, and passes on what the schema
 * made of it. A mismatch is answered 400 with all issues: `{ "error": "name: must not be empty; port: …" }`.
 */
export function createValidationPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => new UserError(400, describeIssues(issues)),
  });
}

function describeIssues(issues: Issues): string {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => {
      const place = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
      return place === '' ? message : `${place}: ${message}`;
    })
    .join('; ');
}
