import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who uses the HTTP backend, and the workspace whose state is meant. */
export interface StateClient {
  projectId: number;
  inventoryId: number;
  /** The attempt and its task; `null` = somebody by an alias. */
  attemptId: number | null;
  taskId: number | null;
  aliasId: number | null;
  /** Lock information that others read while a task holds the lock. */
  who: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    stateClient?: StateClient;
  }
}

/** The client of the request, on routes whose guard found it. */
export const CurrentStateClient = createParamDecorator((_: unknown, context: ExecutionContext): StateClient => {
  const { stateClient } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!stateClient) {
    throw new Error('This route has no client of the backend: it does not carry the guard that finds it');
  }
  return stateClient;
});
