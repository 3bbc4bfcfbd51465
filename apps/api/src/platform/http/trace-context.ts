import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { describeHeader } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';

/** Trace of a request. */
export interface TraceContext {
  /** The span of the caller (W3C Trace Context, version 00); null = none. */
  traceparent: string | null;
  /** When the person pressed the button; null = nobody did, or it is not known. */
  clicked: Date | null;
}

/** Milliseconds; an older click asked for something else. */
const MAX_CLICK_AGE = 60_000;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Headers that are not understood count as absent, as Trace Context wants it: a trace never stops a request. */
export function readTraceContext(headers: FastifyRequest['headers'], now = Date.now()): TraceContext {
  const { traceparent, 'click-age': age } = headers;
  const isAge = typeof age === 'string' && /^\d{1,5}$/.test(age) && Number(age) <= MAX_CLICK_AGE;
  return {
    traceparent: typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : null,
    clicked: isAge ? new Date(now - Number(age)) : null,
  };
}

const HEADERS = [
  { name: 'traceparent', description: 'The span that the task is part of, as W3C Trace Context has it.' },
  { name: 'Click-Age', description: 'Milliseconds since the person pressed the button, at most 60,000.' },
];

/** The trace that a launch goes on. */
export const CurrentTrace = createParamDecorator(
  (_: unknown, context: ExecutionContext): TraceContext =>
    readTraceContext(context.switchToHttp().getRequest<FastifyRequest>().headers),
  HEADERS.map((header) => (target, method) => describeHeader(header, target, method)),
);
