import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PROJECT_PARAM } from '../platform/http/path-id.js';

/** Whose runners a call means: those of a project, or with `null` all of the installation. */
export type RunnerScope = number | null;

/**
 * The project of the path, `null` on a path without one. A path with one whose project nobody checked is a fault of ours:
 * it must not become the view of all runners.
 */
export const CurrentRunnerScope = createParamDecorator((_: unknown, context: ExecutionContext): RunnerScope => {
  const { params, projectAccess } = context.switchToHttp().getRequest<FastifyRequest>();
  if (projectAccess === undefined && Object.hasOwn(Object(params), PROJECT_PARAM)) {
    throw new Error('This route has a project that no access rule checks');
  }
  return projectAccess?.projectId ?? null;
});
