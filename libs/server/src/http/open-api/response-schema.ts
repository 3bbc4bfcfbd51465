import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** What a route answers when it succeeds: JSON of a schema, or bytes of other media types. */
export type SuccessResponse = { readonly schema: z.ZodType } | { readonly mediaTypes: readonly string[] };

/** Metadata key under which a handler carries its {@link SuccessResponse}. */
export const SUCCESS_RESPONSE = 'switchyard:success-response';

type Handler<T> = (...args: never[]) => T | Promise<T>;
type HandlerDecorator<T> = <H extends Handler<T>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<H>,
) => void;

/**
 * Declares the schema of the JSON that a route answers with; what the handler returns must be of its type. Routes that
 * answer 204, or only redirect, declare nothing. The schema describes, it does not convert: answers pass no validation.
 */
export const ResponseSchema = <S extends z.ZodType>(schema: S): HandlerDecorator<z.output<S>> =>
  SetMetadata(SUCCESS_RESPONSE, { schema } satisfies SuccessResponse);

/** As {@link ResponseSchema}, for JSON that is written as a stream, which has no type. */
export const ResponseStream = (schema: z.ZodType): MethodDecorator =>
  SetMetadata(SUCCESS_RESPONSE, { schema } satisfies SuccessResponse);

/** Metadata key under which a handler carries a valid body of it. */
export const BODY_EXAMPLE = 'switchyard:body-example';

/** A valid body, for those who read the OpenAPI document. */
export const BodyExample = (example: object): MethodDecorator => SetMetadata(BODY_EXAMPLE, example);

/** Leaves a route out of the OpenAPI document, which knows no such method. A literal, so that routes do not load swagger. */
export const Undocumented = (): MethodDecorator => SetMetadata('swagger/apiExcludeEndpoint', { disable: true });

/** Declares that a route answers with bytes of one of these media types, such as `text/plain`. */
export const ResponseType = (...mediaTypes: string[]): MethodDecorator =>
  SetMetadata(SUCCESS_RESPONSE, { mediaTypes } satisfies SuccessResponse);
