import { PasswordInput } from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** The form of a password change. */
export interface PasswordValues {
  old_password: string;
  password: string;
  /** API tokens of the account end as well. */
  revoke_tokens: boolean;
}

/** Faults of the body, and of a current password that is required and missing. */
export function passwordIssues(values: PasswordValues, needsOld: boolean): FormIssue[] {
  const missing = needsOld && values.old_password === '';
  const faults = missing ? [emptyAt('old_password')] : [];
  return [...faults, ...formIssues(PasswordInput, values)];
}
