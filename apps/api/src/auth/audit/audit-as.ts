import { SetMetadata } from '@nestjs/common';

/** Metadata key under which a handler carries the action it is recorded as. */
export const AUDIT_ACTION = 'switchyard:audit-action';

/**
 * Names the action of a route. The route is recorded even when nobody is signed in yet, or when it only reads; other
 * routes are recorded when a signed-in user calls them to change something, as `<controller>.<handler>`.
 */
export const AuditAs = (action: string): MethodDecorator => SetMetadata(AUDIT_ACTION, action);

/** Metadata key of handlers that answer without a change. */
export const READS_ONLY = 'switchyard:reads-only';

/** A route that changes nothing and reaches no other system, although its body needs a POST. It is not recorded. */
export const ReadsOnly = (): MethodDecorator => SetMetadata(READS_ONLY, true);
