import { ErrorBody } from '@switchyard/contracts';
import { convertSchema, type SchemaNames } from './convert-schema.js';
import type { DocumentedRoute } from './routes.js';
import { furtherAnswers, SUCCESS_RESPONSE, type SuccessResponse } from './response-schema.js';

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
  const { empty } = furtherAnswers(handler);
  const isRedirect = empty.some((status) => status >= 300);
  const declared = Object.entries(operation.responses ?? {}).map(([status, response]) =>
    /^[23]/.test(status)
      ? [status, { ...response, description: descriptionOf(status), ...(content && { content }) }]
      : [status, response],
  );
  operation.responses = {
    ...Object.fromEntries(declared.filter(([status]) => !isRedirect || !/^2/.test(String(status)))),
    ...Object.fromEntries(empty.map((status) => [status, { description: descriptionOf(String(status)) }])),
  };
  return components;
}

function descriptionOf(status: string): string {
  if (status.startsWith('3')) {
    return 'Leads on to another address';
  }
  return status === '204' ? 'Success, without a body' : 'Success';
}

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
