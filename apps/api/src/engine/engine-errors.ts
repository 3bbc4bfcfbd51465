import { ErrorCode } from '@switchyard/contracts';
import {
  DuplicateRunnerError,
  IllegalTransitionError,
  LaunchRefusedError,
  LeaseLostError,
  LogIncompleteError,
  NotFoundError,
  PlanMissingError,
  TaskActiveError,
} from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import { EntityNotFoundError } from 'typeorm';
import { badRequest, notFound } from '../http/refusals.js';

/** The answer to a request the engine refused, with the contract's status codes; anything else passes unchanged. */
export function engineErrorAnswer(thrown: unknown): unknown {
  // A row that was deleted between the check of the caller and the reading is as unknown as what never was.
  if (thrown instanceof NotFoundError || thrown instanceof EntityNotFoundError) {
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
  return thrown instanceof TaskActiveError || thrown instanceof LaunchRefusedError
    ? badRequest(thrown.message)
    : thrown;
}
