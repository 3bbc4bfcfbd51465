import { UseInterceptors } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { AuditInterceptor } from './audit.interceptor.js';

const scanner = new MetadataScanner();
const watched = new WeakSet<object>();

/**
 * Binds the audit to a route, or to all routes of a controller, inherited ones too: to each once, however often it is
 * declared.
 */
export function watchRoutes(target: object, _name?: string | symbol, descriptor?: PropertyDescriptor): void {
  if (descriptor) {
    watch(descriptor.value as object);
    return;
  }
  const { prototype } = target as { prototype: Record<string, object> };
  for (const name of scanner.getAllMethodNames(prototype)) {
    watch(Reflect.get(prototype, name) as object);
  }
}

function watch(handler: object | undefined): void {
  if (handler && !watched.has(handler)) {
    watched.add(handler);
    UseInterceptors(AuditInterceptor)(handler, '', { value: handler });
  }
}
