import {
  type AuditReceiver,
  AuditReceiverInput,
  type AuditReceiverType,
  missingReceiverSecret,
} from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** Values of the form of a receiver. Address and secret are never read from the server. */
export interface ReceiverValues {
  name: string;
  type: AuditReceiverType;
  active: boolean;
  url: string;
  token: string;
  override_secret: boolean;
}

export const receiverValues = (row: AuditReceiver | null): ReceiverValues => ({
  name: row?.name ?? '',
  type: row?.type ?? 'webhook',
  active: row?.active ?? true,
  url: '',
  token: '',
  override_secret: false,
});

/** Values that may be kept in a browser. */
export const plainReceiver = (values: ReceiverValues): ReceiverValues => ({ ...values, url: '', token: '' });

const replaces = (values: ReceiverValues, isNew: boolean): boolean => isNew || values.override_secret;

/** Body of the request. Values that the type does not need are not sent, nor those that the server keeps. */
export function receiverBody(values: ReceiverValues, isNew: boolean): object {
  const { url, token, ...rest } = values;
  const isReplaced = replaces(values, isNew);
  return { ...rest, ...(isReplaced && { url }), ...(isReplaced && values.type === 'webhook' && { token }) };
}

/** The contract's rules; a new receiver, and one whose secrets are replaced, needs them. */
export function receiverIssues(values: ReceiverValues, isNew: boolean): FormIssue[] {
  const issues = formIssues(AuditReceiverInput, receiverBody(values, isNew));
  const { type, url, token } = values;
  const missing = replaces(values, isNew)
    ? missingReceiverSecret({ type, url: url.trim(), token: token.trim() })
    : null;
  return missing === null || issues.some(({ path }) => path[0] === missing) ? issues : [...issues, emptyAt(missing)];
}
