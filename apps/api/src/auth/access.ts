import { SetMetadata } from '@nestjs/common';
import type { PermissionName } from '@switchyard/contracts';

/** Who may call a route. The one guard of the app enforces it, so every route declares exactly one. */
export type AccessRule =
  | { readonly kind: 'public' }
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'admin' }
  | { readonly kind: 'member' }
  | { readonly kind: 'permission'; readonly permission: PermissionName }
  | { readonly kind: 'runner' };

/** Metadata key under which a handler (or its whole controller) carries its {@link AccessRule}. */
export const ACCESS_RULE = 'switchyard:access-rule';

/** Path parameter that names the project on `member` and `permission` routes. */
export const PROJECT_PARAM = 'projectId';

const declare = (rule: AccessRule): ClassDecorator & MethodDecorator => SetMetadata(ACCESS_RULE, rule);

/** Anyone, without signing in. */
export const Public = (): ClassDecorator & MethodDecorator => declare({ kind: 'public' });

/** Any signed-in user; otherwise 401. */
export const SignedIn = (): ClassDecorator & MethodDecorator => declare({ kind: 'signed-in' });

/** Administrators; other users get 403. */
export const AdminOnly = (): ClassDecorator & MethodDecorator => declare({ kind: 'admin' });

/** Any member of the project in the path, and administrators; outsiders get 404 (rest contract 1.5). */
export const ProjectMember = (): ClassDecorator & MethodDecorator => declare({ kind: 'member' });

/** A member whose role holds the permission; other members get 403, outsiders 404. */
export const RequirePermission = (permission: PermissionName): ClassDecorator & MethodDecorator =>
  declare({ kind: 'permission', permission });

/** A runner. The global guard lets the call pass: the controller must carry the runner gateway's own guard. */
export const RunnerOnly = (): ClassDecorator & MethodDecorator => declare({ kind: 'runner' });
