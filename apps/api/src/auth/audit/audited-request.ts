import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PROJECT_PARAM } from '../../platform/http/path-id.js';
import type { AuditScope } from './audit-scope.js';
import type { AuditedObject } from './audit-trail.js';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const MAX_USER_AGENT = 500;

const requestOf = (context: ExecutionContext): FastifyRequest => context.switchToHttp().getRequest<FastifyRequest>();

/** Whether somebody who is signed in may change something by this request. */
export function isChange(context: ExecutionContext): boolean {
  const { method, caller } = requestOf(context);
  return !READS.has(method) && caller !== undefined;
}

/** Who does what by the request. @param action by default `<controller>.<handler>` */
export function scopeOf(context: ExecutionContext, action = actionOf(context)): AuditScope {
  const { caller, projectAccess, ip, headers } = requestOf(context);
  return {
    action,
    userId: caller?.userId ?? null,
    username: caller?.username ?? '',
    tokenId: caller?.tokenId ?? null,
    ip,
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    projectId: projectAccess?.projectId ?? null,
    recorded: 0,
    refused: false,
  };
}

/** The last number of the path, but for the project's. Texts are left out: the path of an API token is its secret. */
export function objectOf(context: ExecutionContext): AuditedObject {
  const params = requestOf(context).params as Record<string, string>;
  const named = Object.entries(params).filter(([name]) => name !== PROJECT_PARAM);
  const id = named.map(([, value]) => value).filter((value) => /^\d{1,10}$/.test(value));
  return { objectType: resourceOf(context), objectId: id.at(-1) ?? null };
}

const kebab = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

const resourceOf = (context: ExecutionContext): string => kebab(context.getClass().name.replace(/Controller$/, ''));

const actionOf = (context: ExecutionContext): string => `${resourceOf(context)}.${kebab(context.getHandler().name)}`;
