import { ErrorBody, ErrorCode } from '@switchyard/contracts';
import type { z } from 'zod';
import { GatewayError, LeaseLostError, MalformedAnswerError } from './gateway-errors.js';
import type { HttpAnswer } from './http-transport.js';

/**
 * The checked body of a successful answer.
 * @throws LeaseLostError, GatewayError for any other refusal, MalformedAnswerError when the body has another form
 */
export function readAnswer<T>(call: string, answer: HttpAnswer, schema: z.ZodType<T>): T {
  if (answer.status < 200 || answer.status > 299) {
    throw refusal(call, answer);
  }
  const parsed = schema.safeParse(answer.body.length === 0 ? null : parseJson(answer.body));
  if (!parsed.success) {
    throw new MalformedAnswerError(call, parsed.error);
  }
  return parsed.data;
}

/** Members of a refusal that a runner needs; an older control plane, or a proxy, sends no more. */
const Refusal = ErrorBody.pick({ error: true });

function refusal(call: string, answer: HttpAnswer): GatewayError {
  const body = Refusal.safeParse(parseJson(answer.body));
  const code = body.success ? body.data.error : null;
  return answer.status === 409 && code === ErrorCode.leaseLost
    ? new LeaseLostError(call)
    : new GatewayError(answer.status, code, call);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
