import { alertSettings } from './catalogue/alerts.js';
import { apiOnlySettings, backupSettings, billingSettings, setupSettings, vaultSettings } from './catalogue/api.js';
import { dispatcherOnlySettings } from './catalogue/dispatcher.js';
import { otherSettings } from './catalogue/other.js';
import { runnerOnlySettings } from './catalogue/runner.js';
import { serverSettings } from './catalogue/server.js';
import { signInSettings } from './catalogue/sign-in.js';
import { stackOnlySettings } from './catalogue/stack.js';
import { integer } from './types.js';

/**
 * One setting. `default` is written as a person would write it; `defaultText` words one that the program computes.
 * @typedef {object} Setting
 * @property {import('./types.js').SettingType<unknown>} type
 * @property {string} meaning what it is for, without a full stop
 * @property {string} [value] word for the value in help texts
 * @property {string} [default]
 * @property {string} [defaultText]
 * @property {boolean} [required]
 * @property {boolean} [secret] has no flag; may stand in a file that the same name with `_FILE` behind it gives
 * @property {string} [flag] option of `npm start`, or of the runner
 * @property {string} [fileFlag] option that takes the file of a secret
 * @property {string[]} [needs] settings that must be set, too, once this one is set or on
 */

/** @typedef {Readonly<Record<string, Setting>>} Catalogue */

/** Settings of the api. */
export const apiSettings = {
  ...serverSettings,
  ...alertSettings,
  ...signInSettings,
  ...apiOnlySettings,
  ...billingSettings,
  ...vaultSettings,
};

/** Settings of the dispatcher. */
export const dispatcherSettings = { ...serverSettings, ...alertSettings, ...dispatcherOnlySettings };

/** Settings of the commands at the server: set-up, users, backup and restore. */
export const commandSettings = {
  SWITCHYARD_CONFIG: serverSettings.SWITCHYARD_CONFIG,
  SWITCHYARD_DATA_DIR: serverSettings.SWITCHYARD_DATA_DIR,
  SWITCHYARD_DATABASE_URL: serverSettings.SWITCHYARD_DATABASE_URL,
  SWITCHYARD_QUEUE_URL: serverSettings.SWITCHYARD_QUEUE_URL,
  SWITCHYARD_BLOB_URL: serverSettings.SWITCHYARD_BLOB_URL,
  SWITCHYARD_CA_FILE: serverSettings.SWITCHYARD_CA_FILE,
  SWITCHYARD_SECRET_KEY: serverSettings.SWITCHYARD_SECRET_KEY,
  SWITCHYARD_OLD_SECRET_KEYS: serverSettings.SWITCHYARD_OLD_SECRET_KEYS,
  SWITCHYARD_SCHEDULE_TIMEZONE: serverSettings.SWITCHYARD_SCHEDULE_TIMEZONE,
  SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY: apiOnlySettings.SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY,
  ...setupSettings,
  ...backupSettings,
};

/** Settings that the supervisor behind `npm start` acts on; it hands the others on. */
export const stackSettings = {
  SWITCHYARD_HOST: serverSettings.SWITCHYARD_HOST,
  SWITCHYARD_PORT: { ...serverSettings.SWITCHYARD_PORT, type: integer(1, 65_535) },
  SWITCHYARD_WEB_HOST: serverSettings.SWITCHYARD_WEB_HOST,
  ...stackOnlySettings,
};

/** Settings of a runner. */
export const runnerSettings = {
  ...runnerOnlySettings,
  SWITCHYARD_RUNNER_REGISTRATION_TOKEN: {
    ...apiOnlySettings.SWITCHYARD_RUNNER_REGISTRATION_TOKEN,
    fileFlag: 'registration-token-file',
  },
};

/**
 * Every setting of every program.
 * @type {Catalogue}
 */
export const allSettings = {
  ...serverSettings,
  ...alertSettings,
  ...signInSettings,
  ...apiOnlySettings,
  ...billingSettings,
  ...vaultSettings,
  ...setupSettings,
  ...backupSettings,
  ...dispatcherOnlySettings,
  ...stackOnlySettings,
  ...runnerOnlySettings,
  ...otherSettings,
};

/** Settings of `npm start`, for itself and for api, dispatcher and set-up. @type {Catalogue} */
export const startSettings = {
  ...serverSettings,
  ...alertSettings,
  ...signInSettings,
  ...apiOnlySettings,
  ...billingSettings,
  ...vaultSettings,
  ...setupSettings,
  ...backupSettings,
  ...dispatcherOnlySettings,
  ...stackSettings,
  SWITCHYARD_DATABASE_URL: { ...serverSettings.SWITCHYARD_DATABASE_URL, required: false },
};

/** Settings that `npm start` checks before it starts anything; local runners take theirs from it. @type {Catalogue} */
export const checkedAtStart = { ...allSettings, ...startSettings };

/**
 * Options of Node that the api is started with, in MB. Its heap: far more than 1,000 runners and as many consoles need, and what
 * keeps the process below 600 MB under the most expensive requests. The part of it for new objects: buffers of a transfer lie
 * outside of the heap and are freed when that part is full; with a large one their sum starts a collection of the whole heap. That
 * waits until heap and buffers are twice what the last one left, in percent more than that: nearly all of it is the program.
 */
export const API_NODE_OPTIONS = ['--max-old-space-size=768', '--max-semi-space-size=4', '--heap-growing-percent=100'];
