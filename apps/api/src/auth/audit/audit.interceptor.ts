import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { AuditOutcome } from '@switchyard/contracts';
import { errorAnswer } from '@switchyard/server';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { engineErrorAnswer } from '../../platform/http/engine-errors.js';
import { AUDIT_ACTION, READS_ONLY } from './audit-as.js';
import { auditScope, type AuditScope } from './audit-scope.js';
import { isChange, objectOf, scopeOf } from './audited-request.js';
import { AuditTrail, type AuditedObject } from './audit-trail.js';

/** Records every action of people: who, what, when, from where, and how it ended. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly trail: AuditTrail,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') {
      return next.handle();
    }
    const named = this.reflector.get<string | undefined>(AUDIT_ACTION, context.getHandler());
    const reads = this.reflector.get<true | undefined>(READS_ONLY, context.getHandler()) ?? false;
    if (named === undefined && (reads || !isChange(context))) {
      return next.handle();
    }
    const scope = scopeOf(context, named);
    return from(auditScope.run(scope, () => this.observe(next, scope, objectOf(context), named !== undefined)));
  }

  /** @param always whether the request is recorded beside what its services record */
  private async observe(
    next: CallHandler,
    scope: AuditScope,
    object: AuditedObject,
    always: boolean,
  ): Promise<unknown> {
    try {
      const answer = await lastValueFrom<unknown, undefined>(next.handle(), { defaultValue: undefined });
      if (always || scope.recorded === 0) {
        const objectId = object.objectId ?? idOf(answer);
        await this.trail.conclude(scope, { ...object, objectId }, scope.refused ? 'refused' : 'done');
      }
      return answer;
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome !== null) {
        await this.trail.conclude(scope, object, outcome);
      }
      throw error;
    }
  }
}

/** A mistake in the request changed nothing and is not recorded. */
function outcomeOf(error: unknown): AuditOutcome | null {
  const { status } = errorAnswer(engineErrorAnswer(error), '');
  if (status === 401 || status === 403) {
    return 'refused';
  }
  return status >= 500 ? 'failed' : null;
}

/** The number of what was created. */
function idOf(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
  return typeof id === 'number' ? String(id) : null;
}
