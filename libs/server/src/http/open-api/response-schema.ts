import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';

/** Successful answer of a route: JSON of a schema, or bytes of other media types. */
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

/** As {@link ResponseSchema}, for a route that may answer nothing instead: with {@link AnswersEmpty}. */
export const OptionalResponseSchema = <S extends z.ZodType>(schema: S): HandlerDecorator<z.output<S> | undefined> =>
  SetMetadata(SUCCESS_RESPONSE, { schema } satisfies SuccessResponse);

/** As {@link ResponseSchema}, for JSON that is written already or as a stream, which has no type. */
export const ResponseStream = (schema: z.ZodType): MethodDecorator =>
  SetMetadata(SUCCESS_RESPONSE, { schema } satisfies SuccessResponse);

/** Answers of a route beside those of its kind of route. */
export interface FurtherAnswers {
  /** Statuses of success without a body, in place of the usual one when they redirect. */
  readonly empty: readonly number[];
  /** Why it refuses, by status. */
  readonly refusals: Readonly<Record<number, string>>;
}

/** Metadata key under which a handler carries its {@link FurtherAnswers}. */
const FURTHER_ANSWERS = 'switchyard:further-answers';

/** Answers that a handler declares; undefined without any. */
export const furtherAnswers = (handler: object): FurtherAnswers =>
  (Reflect.getMetadata(FURTHER_ANSWERS, handler) as FurtherAnswers | undefined) ?? { empty: [], refusals: {} };

/** Declares an answer of failure that routes of this kind do not have by themselves. */
export const Refuses =
  (status: number, reason: string): MethodDecorator =>
  (_target, _key, descriptor) =>
    extend(descriptor, ({ empty, refusals }) => ({ empty, refusals: { ...refusals, [status]: reason } }));

/** Declares another status of success, without a body; one that redirects stands in place of the usual one. */
export const AnswersEmpty =
  (status: number): MethodDecorator =>
  (_target, _key, descriptor) =>
    extend(descriptor, ({ empty, refusals }) => ({ empty: [...empty, status], refusals }));

function extend({ value }: PropertyDescriptor, change: (known: FurtherAnswers) => FurtherAnswers): void {
  Reflect.defineMetadata(FURTHER_ANSWERS, change(furtherAnswers(value as object)), value as object);
}

/** Metadata key under which a handler carries a valid body of it. */
export const BODY_EXAMPLE = 'switchyard:body-example';

/** A valid body, for those who read the OpenAPI document. */
export const BodyExample = (example: object): MethodDecorator => SetMetadata(BODY_EXAMPLE, example);

/** Leaves a route out of the OpenAPI document, which knows no such method. A literal, so that routes do not load swagger. */
export const Undocumented = (): MethodDecorator => SetMetadata('swagger/apiExcludeEndpoint', { disable: true });

/** Declares that a route answers with bytes of one of these media types, such as `text/plain`. */
export const ResponseType = (...mediaTypes: string[]): MethodDecorator =>
  SetMetadata(SUCCESS_RESPONSE, { mediaTypes } satisfies SuccessResponse);
