import { certificateFile, integer, onOff, text, url } from '../types.js';

/** Base64 of an Ed25519 key: 44 bytes of SubjectPublicKeyInfo, 48 of PKCS #8. */
const SIGNING_KEY = /^([A-Za-z0-9+/]{59}=|[A-Za-z0-9+/]{64})$/;
const SIGNING_KEY_FORM = 'must be a key as "subscription make-keys" prints it';

/** Settings of the api alone, except sign-in. */
export const apiOnlySettings = {
  SWITCHYARD_CONSOLE_DIR: {
    type: text(),
    defaultText: 'the one in this checkout',
    value: 'DIRECTORY',
    meaning: 'the built console; without it only the API answers',
  },
  SWITCHYARD_DOCS_DIR: {
    type: text(),
    defaultText: 'the one in this checkout',
    value: 'DIRECTORY',
    meaning: 'the built documentation, which is served below /docs',
  },
  SWITCHYARD_METRICS_PORT: {
    type: integer(0, 65_535, 'must be a port number'),
    default: '0',
    value: 'PORT',
    needs: ['SWITCHYARD_METRICS_TOKEN'],
    meaning: 'port of GET /metrics of the api; 0 = none',
  },
  SWITCHYARD_RUNNER_REGISTRATION_TOKEN: {
    type: text({ pattern: /^.{16,}$/, message: 'must have at least 16 characters' }),
    secret: true,
    value: 'TEXT',
    meaning:
      'lets runners register themselves; without it none can. A runner sends it: it registers when it has no token',
  },
  SWITCHYARD_MAX_TASK_DURATION_SECONDS: {
    type: integer(0, 31_536_000),
    default: '0',
    value: 'SECONDS',
    meaning: 'time that a task may run, whatever its template allows; 0 = no limit',
  },
  SWITCHYARD_WEBHOOKS_PER_MINUTE: {
    type: integer(1, 1_000_000),
    default: '600',
    value: 'COUNT',
    meaning: 'webhooks that one address of an integration takes, at once and per minute, by each process of the api',
  },
  SWITCHYARD_ID_TOKEN_KEY_DAYS: {
    type: integer(1, 3_650),
    default: '90',
    value: 'DAYS',
    meaning: 'time that a key signs ID tokens of tasks before the next one does',
  },
  SWITCHYARD_POSTS_FEED: {
    type: text({ most: 2048 }),
    value: 'FILE',
    meaning: 'posts about the product that the dashboard shows: a JSON file, or its address (http, https)',
  },
  SWITCHYARD_RELEASE_DIR: {
    type: text({ most: 4096 }),
    value: 'DIRECTORY',
    meaning: 'packages of the runner that the dashboard offers, as "npm run package:runner" writes them',
  },
  SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: {
    type: text({ pattern: SIGNING_KEY, message: SIGNING_KEY_FORM }),
    value: 'KEY',
    meaning: 'checks subscription keys in the edition subscription; part of what "subscription make-keys" prints',
  },
  SWITCHYARD_SUBSCRIPTION_PRIVATE_KEY: {
    type: text({ pattern: SIGNING_KEY, message: SIGNING_KEY_FORM }),
    secret: true,
    value: 'KEY',
    meaning: 'signs subscription keys in the edition hosted; the other part of what "subscription make-keys" prints',
  },
  SWITCHYARD_DEMO_TASKS_PER_MINUTE: {
    type: integer(1, 1_000),
    default: '6',
    value: 'COUNT',
    meaning: 'tasks that a visitor of a demo may start, at once and per minute, by each process of the api',
  },
  SWITCHYARD_USERS_CREATE_PROJECTS: {
    type: onOff,
    default: 'false',
    meaning: 'whether every user may create projects, not administrators alone',
  },
  SWITCHYARD_TOKENS_CHANGE_ACCOUNTS: {
    type: onOff,
    default: 'false',
    meaning:
      'whether every API token of an administrator may make, change and remove accounts, not only one with the scope accounts',
  },
};

/** The vault that keys and variable groups can refer to. */
export const vaultSettings = {
  SWITCHYARD_VAULT_ADDRESS: {
    type: url('http:', 'https:'),
    value: 'URL',
    meaning:
      'HashiCorp Vault or OpenBao whose values keys and variable groups can refer to, where their project names no other; may be private',
  },
  SWITCHYARD_VAULT_NAMESPACE: {
    type: text({ most: 255, pattern: /^[\w.~@:+=/-]+$/, message: 'must be a namespace such as admin/team-a' }),
    value: 'NAME',
    meaning: 'namespace of that vault, where the project names none',
  },
  SWITCHYARD_VAULT_CA_FILE: {
    type: certificateFile,
    value: 'FILE',
    meaning: 'PEM of authorities that sign the certificates of vaults, beside the well-known ones',
  },
  SWITCHYARD_VAULT_TIMEOUT_SECONDS: {
    type: integer(1, 30),
    default: '15',
    value: 'SECONDS',
    meaning: 'time for all that a task reads from its vault, tries after faults that may pass included',
  },
};

/** How projects of the hosted edition are paid for. */
export const billingSettings = {
  SWITCHYARD_PAYMENT_SANDBOX: {
    type: onOff,
    default: 'false',
    meaning: 'payments by a page of this server that moves no money, for development and tests',
  },
  SWITCHYARD_STRIPE_SECRET_KEY: {
    type: text({ pattern: /^[\x21-\x7e]{1,1024}$/, message: 'must have 1 to 1024 visible ASCII characters' }),
    secret: true,
    value: 'KEY',
    needs: ['SWITCHYARD_STRIPE_WEBHOOK_SECRET', 'SWITCHYARD_WEB_HOST'],
    meaning: 'secret key of the Stripe account that takes payments by card',
  },
  SWITCHYARD_STRIPE_WEBHOOK_SECRET: {
    type: text({ pattern: /^[\x21-\x7e]{1,1024}$/, message: 'must have 1 to 1024 visible ASCII characters' }),
    secret: true,
    value: 'TEXT',
    meaning: 'signing secret of the Stripe webhook to <web host>/billing/callbacks/stripe',
  },
  SWITCHYARD_STRIPE_URL: {
    type: url('http:', 'https:'),
    value: 'URL',
    meaning: 'another server than that of Stripe, for tests',
  },
  SWITCHYARD_ONLINE_PAYMENT_URL: {
    type: url('http:', 'https:'),
    value: 'URL',
    needs: ['SWITCHYARD_ONLINE_PAYMENT_SECRET', 'SWITCHYARD_WEB_HOST'],
    meaning: 'beginning of the addresses of an online payment provider, whose form ADR 0055 describes',
  },
  SWITCHYARD_ONLINE_PAYMENT_SECRET: {
    type: text({ pattern: /^[\x21-\x7e]{16,1024}$/, message: 'must have 16 to 1024 visible ASCII characters' }),
    secret: true,
    value: 'TEXT',
    meaning: 'secret that signs requests to that provider and its callbacks',
  },
  SWITCHYARD_COUPONS: {
    type: text({ most: 200_000 }),
    secret: true,
    value: 'LIST',
    needs: ['SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY'],
    meaning: 'coupons for first payments in the edition hosted, as "subscription sign-coupons" prints them',
  },
  SWITCHYARD_BILLING_SUPPORT: {
    type: url('http:', 'https:', 'mailto:'),
    value: 'URL',
    meaning: 'where people turn to who change from one paid plan to another',
  },
};

/** The first administrator, read by the set-up. */
export const setupSettings = {
  SWITCHYARD_ADMIN_LOGIN: {
    type: text({ most: 255 }),
    default: 'admin',
    value: 'NAME',
    meaning: 'login of the first administrator',
  },
  SWITCHYARD_ADMIN_PASSWORD: {
    type: text({ most: 1024 }),
    secret: true,
    value: 'TEXT',
    meaning: 'password of the first administrator; without it one is made, and shown until its first use',
  },
  SWITCHYARD_ADMIN_EMAIL: {
    type: text({ pattern: /^[^@\s]+@[^@\s]+$/, most: 255, message: 'must be an email address' }),
    default: 'admin@switchyard.local',
    value: 'ADDRESS',
    meaning: 'e-mail address of the first administrator',
  },
};

/** Read by the commands that back up and restore an installation. */
export const backupSettings = {
  SWITCHYARD_BACKUP_PASSPHRASE: {
    type: text({ pattern: /^[^]{12,1024}$/, message: 'must have 12 to 1024 characters' }),
    secret: true,
    value: 'TEXT',
    meaning: 'encrypts backups of the whole installation; without it none can be made or restored',
  },
};
