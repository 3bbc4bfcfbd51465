import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { PlainCode, Role, TokenScope } from '@switchyard/contracts';

/** Who makes a call. `sessionId` is null for calls with an API token. */
export interface Caller {
  userId: number;
  username: string;
  name: string;
  admin: boolean;
  via: 'session' | 'token';
  sessionId: string | null;
  /** Whether the user proved within the last minutes who he is; never with an API token. */
  fresh: boolean;
  /** Scopes of an API token; none with a session. */
  scopes: readonly TokenScope[];
  /** The stored id of the API token of the call; `null` = there is none. */
  tokenId: string | null;
  /** When the API token of the call ends by itself; `null` = never, or there is none. */
  tokenEnd: Date | null;
}

/** Why a request has no caller. `code` is the `error` text of the 401 answer; `null` = empty body. */
export interface AuthFailure {
  failed: true;
  code: PlainCode | null;
}

export const isAuthFailure = (outcome: Caller | AuthFailure): outcome is AuthFailure => 'failed' in outcome;

/**
 * Rights of the caller in the project of the path. `role` is empty for an administrator who is not a member;
 * `permissions` is the sum of the bits of `Permission`.
 */
export interface ProjectAccess {
  projectId: number;
  role: Role | '';
  permissions: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
    projectAccess?: ProjectAccess;
  }
}

type Carrier = { caller?: Caller; projectAccess?: ProjectAccess };

const carrier = (context: ExecutionContext): Carrier => context.switchToHttp().getRequest<Carrier>();

/** The signed-in caller; on a public route it does not exist, and reading it is a bug. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = carrier(context);
  if (!caller) {
    throw new Error('This route has no caller: it does not declare an access rule that signs one in');
  }
  return caller;
});

/** The project of the path with the caller's permissions in it, on `member` and `permission` routes. */
export const CurrentProject = createParamDecorator((_: unknown, context: ExecutionContext): ProjectAccess => {
  const { projectAccess } = carrier(context);
  if (!projectAccess) {
    throw new Error('This route has no project: it does not declare a project access rule');
  }
  return projectAccess;
});
