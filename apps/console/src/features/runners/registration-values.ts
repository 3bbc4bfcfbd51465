import { type RegistrationToken, RegistrationTokenInput } from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** The form of a registration token. */
export interface RegistrationValues {
  name: string;
  tags: string[];
  hours: number;
}

export const blankRegistration: RegistrationValues = { name: '', tags: [], hours: 24 };

/** Lives that are offered, in hours. */
export const LIVES = [1, 24, 168, 720] as const;

/** The contract's rules; what becomes a runner of a project needs a tag. */
export function registrationIssues(values: RegistrationValues, ofProject: boolean): FormIssue[] {
  const issues = formIssues(RegistrationTokenInput, values);
  return ofProject && values.tags.length === 0 ? [...issues, emptyAt('tags')] : issues;
}

export type RegistrationTokenStatus = 'used' | 'expired' | 'open';

/** A used token stays used, also when its time is over. */
export function tokenStatus(
  { used, expires }: Pick<RegistrationToken, 'used' | 'expires'>,
  now: number,
): RegistrationTokenStatus {
  if (used !== null) {
    return 'used';
  }
  return Date.parse(expires) <= now ? 'expired' : 'open';
}
