import { portSetting, serverConfigShape } from '@switchyard/server';
import { z } from 'zod';

/** Settings of the dispatcher; each key is an environment variable or a key of the settings file. */
export const dispatcherConfigSchema = z.object({
  ...serverConfigShape,
  /** Port of `GET /api/health`; 0 = no HTTP at all. */
  SWITCHYARD_DISPATCHER_PORT: portSetting.default(0),
});

/** The parsed settings. */
export type DispatcherConfig = z.infer<typeof dispatcherConfigSchema>;

/** Settings that other processes read from the same settings file. */
export const OTHER_SETTINGS = [
  'SWITCHYARD_ADMIN_LOGIN',
  'SWITCHYARD_ADMIN_PASSWORD',
  'SWITCHYARD_ADMIN_EMAIL',
  'SWITCHYARD_CONSOLE_DIR',
  'SWITCHYARD_LOCAL_RUNNERS',
  'SWITCHYARD_RUNNER_REGISTRATION_TOKEN',
  'SWITCHYARD_USERS_CREATE_PROJECTS',
];
