import { ErrorCode } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ApiError } from '../../api/api-error.js';

/** Codes that the server answers to a step of a sign-in. */
const codes = [
  ErrorCode.invalidPasscode,
  ErrorCode.invalidPassword,
  ErrorCode.expiredPasscode,
  ErrorCode.invalidRecoveryCode,
  ErrorCode.totpDisabled,
  ErrorCode.emailOtpDisabled,
  ErrorCode.emailLoginDisabled,
  ErrorCode.passwordLoginDisabled,
] as const;

/** The words for a refusal: ours for a known code, else those of the server. */
export function refusalWords(t: TFunction, { message }: Pick<ApiError, 'message'>): string {
  const code = codes.find((known) => known === message);
  return code === undefined ? message : t(`auth.refused.${code}`);
}
