import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ErrorCode } from '@switchyard/contracts';
import {
  DuplicateRunnerError,
  IllegalTransitionError,
  LeaseLostError,
  LogIncompleteError,
  NotFoundError,
  PlanMissingError,
  TaskActiveError,
} from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { catchError, type Observable, throwError } from 'rxjs';
import { badRequest, notFound } from '../http/refusals.js';

/** The answer to a request the engine refused; anything else passes unchanged. */
function engineErrorAnswer(thrown: unknown): unknown {
  if (thrown instanceof NotFoundError) {
    return notFound();
  }
  if (thrown instanceof LeaseLostError) {
    return new UserError(409, ErrorCode.leaseLost);
  }
  if (thrown instanceof LogIncompleteError) {
    return new UserError(409, ErrorCode.logIncomplete, { body: { next: thrown.next } });
  }
  if (thrown instanceof DuplicateRunnerError) {
    return new UserError(409, ErrorCode.duplicateRunner);
  }
  if (thrown instanceof PlanMissingError) {
    return new UserError(409, ErrorCode.planMissing);
  }
  if (thrown instanceof IllegalTransitionError) {
    return new UserError(409, thrown.message);
  }
  return thrown instanceof TaskActiveError ? badRequest(thrown.message) : thrown;
}

/** Answers refusals of the engine with the contract's status codes. */
@Injectable()
export class EngineErrors implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(catchError((thrown: unknown) => throwError(() => engineErrorAnswer(thrown))));
  }
}
