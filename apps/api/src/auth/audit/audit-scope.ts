import { AsyncLocalStorage } from 'node:async_hooks';

/** Who does something, from where, by which action. The rows of one request share it. */
export interface AuditScope {
  /** `<resource>.<verb>`. */
  action: string;
  userId: number | null;
  /** Empty: the login of the user is looked up. */
  username: string;
  /** Hash of the API token by which it is done. */
  tokenId: string | null;
  ip: string;
  userAgent: string;
  projectId: number | null;
  /** Records that were written in this scope. */
  recorded: number;
  refused: boolean;
}

/** The current action; empty outside a request or command. */
export const auditScope = new AsyncLocalStorage<AuditScope>();

/** Sets the user, where a request has no caller yet: somebody who signs in or out. */
export function attributeAudit(userId: number | null | undefined): void {
  const scope = auditScope.getStore();
  if (scope) {
    scope.userId = userId ?? scope.userId;
  }
}

/** Marks the request as refused although it is answered without an error. */
export function refuseAudit(): void {
  const scope = auditScope.getStore();
  if (scope) {
    scope.refused = true;
  }
}

/** The scope of a command at the server: it needs no account. */
export function commandScope(command: string): AuditScope {
  const action = `cli.${command.replaceAll(' ', '-')}`;
  return {
    action,
    userId: null,
    username: '',
    tokenId: null,
    ip: '',
    userAgent: 'command line',
    projectId: null,
    recorded: 0,
    refused: false,
  };
}
