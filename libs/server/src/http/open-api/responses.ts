import { ErrorBody } from '@switchyard/contracts';
import { convertSchema, type SchemaNames } from './convert-schema.js';
import type { DocumentedRoute } from './routes.js';
import { SUCCESS_RESPONSE, type SuccessResponse } from './response-schema.js';

/** The part of an operation that describes its answers, by status. */
export interface Responses {
  responses?: Record<string, object>;
}

const ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** Body of every failed call, for the components of the document. */
export const errorSchema = (): object => convertSchema(ErrorBody, 'output')?.schema ?? {};

/** A failed call. */
export const errorResponse = (description: string): object => ({ description, content: ERROR });

/**
 * Adds to the answer of success what the route declares of its body.
 * @returns the components that it refers to
 */
export function describeSuccess(
  operation: Responses,
  { handler }: DocumentedRoute,
  names: SchemaNames,
): Record<string, object> {
  const success = Reflect.getMetadata(SUCCESS_RESPONSE, handler) as SuccessResponse | undefined;
  const { content, components } = bodyOf(success, names);
  operation.responses = Object.fromEntries(
    Object.entries(operation.responses ?? {}).map(([status, response]) => [
      status,
      /^[23]/.test(status)
        ? { ...response, description: descriptionOf(status), ...(content && { content }) }
        : response,
    ]),
  );
  return components;
}

const descriptionOf = (status: string): string => (status === '204' ? 'Success, without a body' : 'Success');

interface Body {
  content?: object;
  components: Record<string, object>;
}

function bodyOf(success: SuccessResponse | undefined, names: SchemaNames): Body {
  if (!success) {
    return { components: {} };
  }
  if ('mediaTypes' in success) {
    return { content: Object.fromEntries(success.mediaTypes.map((type) => [type, {}])), components: {} };
  }
  const { schema, components } = convertSchema(success.schema, 'output', names) ?? { schema: {}, components: {} };
  return { content: { 'application/json': { schema } }, components };
}
