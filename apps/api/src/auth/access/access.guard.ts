import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { allows, ErrorCode, type PermissionName } from '@switchyard/contracts';
import { UserError } from '@switchyard/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditTrail } from '../audit/audit-trail.js';
import { isChange, objectOf, scopeOf } from '../audit/audited-request.js';
import type { ApiConfig } from '../../platform/config.js';
import { parsePathId, PROJECT_PARAM } from '../../platform/http/path-id.js';
import { forbidden, notFound, unauthorized } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { ACCESS_RULE, type AccessRule, isForPrograms } from './access.js';
import { Authenticator } from './authenticator.js';
import { isAuthFailure, type Caller, type ProjectAccess } from './caller.js';
import { DemoGate, DemoRefusal } from './demo-gate.js';
import { readBearerToken } from '../secrets/credentials.js';
import { enforceFreshSignIn, FRESH_SIGN_IN, type FreshSignInRule } from './fresh-sign-in.js';
import { ProjectAccessReader } from './project-access.js';
import { REQUEST_COST, type RequestCost, RequestTurns } from '../throttle/request-turns.js';
import { hostOf, isForeignOrigin, SAFE_METHODS } from './request-origin.js';

/**
 * The one guard of the app: refuses what the route's {@link AccessRule} does not admit, and a route without one.
 * Without a session the answer is 401; then demo mode refuses; then membership decides over 404, then the permission over 403.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly reflector = new Reflector();
  private readonly publicHost: string | null;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly projects: ProjectAccessReader,
    private readonly trail: AuditTrail,
    private readonly turns: RequestTurns,
    private readonly demo: DemoGate,
    @Inject(API_CONFIG) config: ApiConfig,
  ) {
    this.publicHost = config.SWITCHYARD_WEB_HOST ? hostOf(config.SWITCHYARD_WEB_HOST) : null;
  }

  canActivate(context: ExecutionContext): true | Promise<true> {
    if (context.getType() !== 'http') {
      return true;
    }
    const targets = [context.getHandler(), context.getClass()];
    const rule = this.reflector.getAllAndOverride<AccessRule | undefined>(ACCESS_RULE, targets);
    if (!rule) {
      throw forbidden();
    }
    return isForPrograms(rule) || this.check(rule, context);
  }

  private async check(rule: AccessRule, context: ExecutionContext): Promise<true> {
    try {
      await this.enforce(rule, context);
      this.demo.countLaunch(context);
      await this.takeTurn(context);
      return true;
    } catch (error) {
      if (isSuspicious(error) && isChange(context)) {
        await this.trail.conclude(scopeOf(context), objectOf(context), 'refused');
      }
      throw error;
    }
  }

  private async enforce(rule: AccessRule, context: ExecutionContext): Promise<void> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    this.refuseForeignPage(request);
    if (rule.kind === 'public') {
      this.demo.requireAllowed(context);
      return;
    }
    const caller = await this.signIn(request);
    this.demo.requireAllowed(context);
    if (rule.kind === 'admin' && !caller.admin) {
      throw forbidden();
    }
    if (rule.kind === 'member' || rule.kind === 'permission') {
      await this.enterProject(rule, caller, request);
    }
    enforceFreshSignIn(this.reflector.get<FreshSignInRule | undefined>(FRESH_SIGN_IN, context.getHandler()), caller);
  }

  /** After the access rule, so that only who is let in takes a turn of his own. */
  private async takeTurn(context: ExecutionContext): Promise<void> {
    const { caller, method } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller) {
      const targets = [context.getHandler(), context.getClass()];
      const marked = this.reflector.getAllAndOverride<RequestCost | undefined>(REQUEST_COST, targets);
      const cost = marked ?? (SAFE_METHODS.has(method) ? 'read' : 'change');
      await this.turns.enter(caller.userId, cost, context.switchToHttp().getResponse<FastifyReply>().raw);
    }
  }

  /** A bearer token never travels by itself, so only requests without one can be forged by a foreign page. */
  private refuseForeignPage({ method, headers }: FastifyRequest): void {
    const forgeable = !SAFE_METHODS.has(method) && readBearerToken(headers.authorization) === null;
    if (forgeable && isForeignOrigin(headers, this.publicHost)) {
      throw forbidden(ErrorCode.crossOrigin);
    }
  }

  private async signIn(request: FastifyRequest): Promise<Caller> {
    const outcome = await this.authenticator.authenticate(request.headers, request.ip);
    if (isAuthFailure(outcome)) {
      throw unauthorized(outcome.code);
    }
    request.caller = outcome;
    return outcome;
  }

  private async enterProject(rule: AccessRule, caller: Caller, request: FastifyRequest): Promise<ProjectAccess> {
    const params = request.params as Record<string, string | undefined>;
    const projectId = parsePathId(params[PROJECT_PARAM], 'project_id_number');
    const access = await this.projects.read(caller, projectId);
    if (!access) {
      throw notFound();
    }
    request.projectAccess = access;
    if (rule.kind === 'permission' && !allows(access.permissions, rule.permission)) {
      throw forbidden();
    }
    if (rule.kind === 'permission' && FOR_TASKS.has(rule.permission) && request.method === 'POST') {
      await this.projects.requireTasks(projectId);
    }
    return access;
  }
}

/** Permissions to make what tasks need, and tasks. */
const FOR_TASKS: ReadonlySet<PermissionName> = new Set(['manageProjectResources', 'runProjectTasks']);

/** Somebody tries what is not his. */
const isSuspicious = (error: unknown): boolean =>
  error instanceof UserError && error.status === 403 && !(error instanceof DemoRefusal);
