import type { AuthMethods } from '@switchyard/contracts';
import type { ApiConfig } from '../../platform/config.js';

/** Codes this server may require. */
export function authMethods(config: ApiConfig): AuthMethods {
  return {
    ...(config.SWITCHYARD_AUTH_TOTP && { totp: { allow_recovery: config.SWITCHYARD_AUTH_TOTP_RECOVERY } }),
    ...(config.SWITCHYARD_AUTH_EMAIL_LOGIN && { email: {} }),
  };
}
