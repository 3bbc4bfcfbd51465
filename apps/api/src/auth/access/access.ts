import { applyDecorators, SetMetadata } from '@nestjs/common';
import type { PermissionName } from '@switchyard/contracts';
import { watchRoutes } from '../audit/watch-routes.js';

/** Who may call a route. The one guard of the app enforces it, so every route declares exactly one. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'member' }
  | { readonly kind: 'permission'; readonly permission: PermissionName }
  | { readonly kind: 'runner' }
  | { readonly kind: 'state-client' };

/** Metadata key under which a handler (or its whole controller) carries its {@link AccessRule}. */
export const ACCESS_RULE = 'switchyard:access-rule';

/** Marks the routes with the rule, and has the audit watch them. */
const declare = (rule: AccessRule): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata(ACCESS_RULE, rule), watchRoutes);

/** Anyone, without signing in. */
export const Public = (): ClassDecorator & MethodDecorator => declare({ kind: 'public' });

/** Any signed-in user; otherwise 401. */
export const SignedIn = (): ClassDecorator & MethodDecorator => declare({ kind: 'signed-in' });

/** Administrators; other users get 403. */
export const AdminOnly = (): ClassDecorator & MethodDecorator => declare({ kind: 'admin' });

/** Any member of the project in the path, and administrators; outsiders get 404. */
export const ProjectMember = (): ClassDecorator & MethodDecorator => declare({ kind: 'member' });

/** A member whose role holds the permission; other members get 403, outsiders 404. */
export const RequirePermission = (permission: PermissionName): ClassDecorator & MethodDecorator =>
  declare({ kind: 'permission', permission });

/**
 * A runner. The global guard lets the call pass: the controller must carry the runner gateway's own guard. The audit,
 * which is about people, does not watch: each interceptor costs every call.
 */
export const RunnerOnly = (): ClassDecorator & MethodDecorator => SetMetadata(ACCESS_RULE, { kind: 'runner' });

/** Terraform with the credential of a task or an alias. As {@link RunnerOnly}, with the guard of the HTTP backend. */
export const StateClientsOnly = (): ClassDecorator & MethodDecorator =>
  SetMetadata(ACCESS_RULE, { kind: 'state-client' });

/** Whether a guard of its own decides about the routes of the rule, which are called by programs and not by people. */
export const isForPrograms = (rule: AccessRule): boolean => rule.kind === 'runner' || rule.kind === 'state-client';
