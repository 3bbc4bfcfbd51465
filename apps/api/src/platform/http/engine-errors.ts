import { LimiterFullError } from '@switchyard/concurrency';
import { problem } from '@switchyard/contracts';
import {
  DuplicateRunnerError,
  IllegalTransitionError,
  LaunchRefusedError,
  LeaseLostError,
  LogIncompleteError,
  NotFoundError,
  PlanMissingError,
  QuotaUsedError,
  ReviewRefusedError,
  RunRefusedError,
  TaskActiveError,
} from '@switchyard/engine';
import { BlobStoreAwayError, invalidRequest, OutsideError, UserError } from '@switchyard/server';
import { EntityNotFoundError } from 'typeorm';
import { badRequest, notFound, refusal } from './refusals.js';

/** The answer to a request the engine or a limit refused, with the contract's status codes; anything else passes unchanged. */
export function engineErrorAnswer(thrown: unknown): unknown {
  // A row that was deleted between the check of the caller and the reading is answered like one that never was.
  if (thrown instanceof NotFoundError || thrown instanceof EntityNotFoundError) {
    return notFound();
  }
  if (thrown instanceof LeaseLostError) {
    return refusal(409, 'LEASE_LOST');
  }
  if (thrown instanceof LogIncompleteError) {
    return new UserError(409, problem('LOG_INCOMPLETE'), { body: { next: thrown.next } });
  }
  if (thrown instanceof DuplicateRunnerError) {
    return refusal(409, 'DUPLICATE_RUNNER');
  }
  if (thrown instanceof PlanMissingError) {
    return refusal(409, 'PLAN_MISSING');
  }
  if (thrown instanceof IllegalTransitionError) {
    return refusal(409, 'task_status', { from: thrown.from, to: thrown.to });
  }
  if (thrown instanceof ReviewRefusedError || thrown instanceof RunRefusedError) {
    return new UserError(409, thrown.problem);
  }
  if (thrown instanceof LimiterFullError) {
    return refusal(429, 'too_many_requests');
  }
  if (thrown instanceof QuotaUsedError) {
    return new UserError(403, thrown.problem);
  }
  if (thrown instanceof BlobStoreAwayError) {
    return new OutsideError(problem('blob_store_away'), 503, { cause: thrown });
  }
  if (thrown instanceof LaunchRefusedError) {
    return invalidRequest(thrown.issues);
  }
  return thrown instanceof TaskActiveError ? badRequest('task_active') : thrown;
}
