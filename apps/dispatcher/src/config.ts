import { portSetting, serverConfigShape } from '@switchyard/server';
import { z } from 'zod';

const limit = z.coerce.number().int().min(0).max(10_000_000).default(0);

/** Settings of the dispatcher; each key is an environment variable or a key of the settings file. */
export const dispatcherConfigSchema = z.object({
  ...serverConfigShape,
  /** Port of `GET /api/health`; 0 = no HTTP at all. */
  SWITCHYARD_DISPATCHER_PORT: portSetting.default(0),
  /** Minutes after which a plan that nobody decided about is given up; 0 = never. */
  SWITCHYARD_CONFIRMATION_TIMEOUT_MINUTES: limit,
  /** Newest finished tasks of every template that are kept; 0 = all. */
  SWITCHYARD_MAX_TASKS_PER_TEMPLATE: limit,
  /** Days that finished tasks are kept; 0 = for ever. */
  SWITCHYARD_MAX_TASK_AGE_DAYS: limit,
  /** Days that audit records are kept; 0 = for ever. */
  SWITCHYARD_AUDIT_DAYS: z.coerce.number().int().min(0).max(36_500).default(0),
});

/** The parsed settings. */
export type DispatcherConfig = z.infer<typeof dispatcherConfigSchema>;

/** Settings that other processes read from the same settings file. */
export const OTHER_SETTINGS = [
  'SWITCHYARD_ADMIN_LOGIN',
  'SWITCHYARD_ADMIN_PASSWORD',
  'SWITCHYARD_ADMIN_EMAIL',
  'SWITCHYARD_AUTH_PASSWORD_LOGIN',
  'SWITCHYARD_AUTH_TOTP',
  'SWITCHYARD_AUTH_TOTP_RECOVERY',
  'SWITCHYARD_AUTH_EMAIL_LOGIN',
  'SWITCHYARD_AUTH_EMAIL_SIGN_UP',
  'SWITCHYARD_AUTH_SMTP_URL',
  'SWITCHYARD_AUTH_SMTP_FROM',
  'SWITCHYARD_AUTH_OIDC_PROVIDERS',
  'SWITCHYARD_AUTH_LDAP_URL',
  'SWITCHYARD_AUTH_LDAP_START_TLS',
  'SWITCHYARD_AUTH_LDAP_CA_FILE',
  'SWITCHYARD_AUTH_LDAP_BIND_DN',
  'SWITCHYARD_AUTH_LDAP_BIND_PASSWORD',
  'SWITCHYARD_AUTH_LDAP_BASE_DN',
  'SWITCHYARD_AUTH_LDAP_FILTER',
  'SWITCHYARD_AUTH_LDAP_ID_ATTRIBUTE',
  'SWITCHYARD_AUTH_LDAP_USERNAME_ATTRIBUTE',
  'SWITCHYARD_AUTH_LDAP_NAME_ATTRIBUTE',
  'SWITCHYARD_AUTH_LDAP_EMAIL_ATTRIBUTE',
  'SWITCHYARD_CONSOLE_DIR',
  'SWITCHYARD_MAX_TASK_DURATION_SECONDS',
  'SWITCHYARD_RUNNER_REGISTRATION_TOKEN',
  'SWITCHYARD_USERS_CREATE_PROJECTS',
];
