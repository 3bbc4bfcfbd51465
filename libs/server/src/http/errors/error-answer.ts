import { HttpException } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import { STATUS_CODES } from 'node:http';
import { databaseErrorAnswer } from './database-errors.js';
import { OutsideError, problemBody, problemOfStatus, UserError, type ErrorAnswer } from './errors.js';

/** Sorts a thrown value into the three kinds. `errorId` names an unexpected one in the answer and in the log. */
export function errorAnswer(thrown: unknown, errorId: string): ErrorAnswer {
  return (
    ownErrorAnswer(thrown) ??
    databaseErrorAnswer(thrown) ??
    frameworkErrorAnswer(thrown) ?? {
      status: 500,
      body: problemBody(problem('unexpected', { id: errorId })),
      severity: 'error',
    }
  );
}

function ownErrorAnswer(thrown: unknown): ErrorAnswer | undefined {
  if (thrown instanceof UserError) {
    const body = { ...problemBody(thrown.problem), ...thrown.body, error: thrown.message };
    return { status: thrown.status, severity: 'none', body };
  }
  if (thrown instanceof OutsideError) {
    return { status: thrown.status, body: problemBody(thrown.problem), severity: 'warn' };
  }
  return undefined;
}

/** Nest's exceptions, and the 4xx errors of Fastify such as a body that is too large. */
function frameworkErrorAnswer(thrown: unknown): ErrorAnswer | undefined {
  if (thrown instanceof HttpException) {
    const status = thrown.getStatus();
    return { ...withMessage(status, exceptionMessage(thrown)), severity: status < 500 ? 'none' : 'warn' };
  }
  if (isFastifyError(thrown) && thrown.statusCode < 500) {
    return { ...withMessage(thrown.statusCode, thrown.message), severity: 'none' };
  }
  return undefined;
}

function withMessage(status: number, message: string): Omit<ErrorAnswer, 'severity'> {
  const isPlain = message === '' || message === STATUS_CODES[status];
  const named = isPlain ? problemOfStatus(status) : problem('request_refused', { reason: message });
  return { status, body: problemBody(named) };
}

function exceptionMessage(exception: HttpException): string {
  const response: unknown = exception.getResponse();
  const message = typeof response === 'object' && response !== null && 'message' in response ? response.message : '';
  const texts: unknown[] = Array.isArray(message) ? message : [typeof response === 'string' ? response : message];
  return texts.filter((text) => typeof text === 'string').join('; ');
}

function isFastifyError(thrown: unknown): thrown is Error & { statusCode: number } {
  return (
    thrown instanceof Error &&
    'code' in thrown &&
    typeof thrown.code === 'string' &&
    thrown.code.startsWith('FST_') &&
    'statusCode' in thrown &&
    typeof thrown.statusCode === 'number'
  );
}
