import {
  certificateFile,
  databaseUrl,
  isAddressOrHost,
  listOrNone,
  integer,
  oneOf,
  onOff,
  publicUrl,
  secretKey,
  text,
  timeZone,
  trustedProxies,
  url,
} from '../types.js';

/** Settings of both api and dispatcher. */
export const serverSettings = {
  SWITCHYARD_CONFIG: {
    type: text(),
    flag: 'config',
    value: 'FILE',
    meaning: 'YAML or JSON file that holds settings under their environment names',
  },
  SWITCHYARD_HOST: {
    type: text(),
    default: '127.0.0.1',
    flag: 'host',
    value: 'ADDRESS',
    meaning: 'address to listen on; 0.0.0.0 for every network of this machine',
  },
  SWITCHYARD_PORT: {
    type: integer(0, 65_535, 'must be a port number'),
    default: '3000',
    flag: 'port',
    value: 'PORT',
    meaning: 'port of console and API; 0 = any free one (not with npm start)',
  },
  SWITCHYARD_WEB_HOST: {
    type: publicUrl,
    flag: 'web-host',
    value: 'URL',
    meaning:
      'public address people use, with a path when a proxy passes Switchyard on below one; links and the Origin check are made from it',
  },
  SWITCHYARD_TRUST_PROXY: {
    type: trustedProxies,
    default: 'none',
    value: 'COUNT|RANGES',
    meaning:
      'reverse proxies whose X-Forwarded-* headers are believed: how many stand in front, such as 1, or their addresses and ranges',
  },
  SWITCHYARD_DATA_DIR: {
    type: text(),
    default: 'data',
    flag: 'data-dir',
    value: 'DIRECTORY',
    meaning: 'where the secret key lives, and with npm start database and logs',
  },
  SWITCHYARD_DATABASE_URL: {
    type: databaseUrl,
    required: true,
    secret: true,
    value: 'URL',
    meaning:
      'PostgreSQL server, postgres://user:password@host:5432/name; of several (host1:5432,host2:5432) the one that takes writes; npm start brings its own without it',
  },
  SWITCHYARD_QUEUE_URL: {
    type: url('redis:', 'rediss:'),
    secret: true,
    value: 'URL',
    meaning:
      'Redis for queue and bus, redis://host:6379 (append-only file on, noeviction); without it both run on PostgreSQL',
  },
  SWITCHYARD_BLOB_URL: {
    type: text({
      pattern:
        /^https?:\/\/[^:@/\s]+:[^:@/\s]+@[^/@\s]+\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w-][\w.-]{0,99}){0,5}\/?(\?region=[a-z0-9-]+)?$/,
      message:
        'must be https://<access key>:<secret key>@<host>/<bucket>, optionally with a path of up to 5 parts and ?region=<region>',
    }),
    secret: true,
    value: 'URL',
    meaning:
      'Bucket of an S3-compatible service for large objects such as plans and the logs of ended tasks, https://key:secret@host/bucket/path?region=eu-1, keys percent-encoded, the path may be left out; several installations may share it; without it they are kept in PostgreSQL',
  },
  SWITCHYARD_SECRET_KEY: {
    type: secretKey,
    secret: true,
    value: 'BASE64',
    meaning:
      '32 bytes that encrypt stored secrets, the same for every api and dispatcher; without it one is made in the data directory',
  },
  SWITCHYARD_OLD_SECRET_KEYS: {
    type: listOrNone((key) => /^[A-Za-z0-9+/]{43}={0,2}$/.test(key), 'must be keys of 32 bytes in base64'),
    default: 'none',
    secret: true,
    value: 'LIST',
    meaning: 'earlier secret keys: what they sealed stays readable until it is sealed again',
  },
  SWITCHYARD_CA_FILE: {
    type: certificateFile,
    value: 'FILE',
    meaning:
      'PEM of your own certificate authorities, which every connection trusts beside the well-known ones: to PostgreSQL, Redis, bucket, mail server, LDAP directory, vault, providers, forges and webhooks',
  },
  SWITCHYARD_OUTBOUND_ALLOW: {
    type: listOrNone(isAddressOrHost, 'must be addresses, ranges or host names'),
    default: 'none',
    value: 'LIST',
    meaning: 'addresses, ranges and hosts beside public ones that webhooks and alerts may reach',
  },
  SWITCHYARD_SCHEDULE_TIMEZONE: {
    type: timeZone,
    default: 'UTC',
    value: 'ZONE',
    meaning:
      'time zone of schedules that name none, such as Europe/Berlin; a change counts for each of them from its next run on',
  },
  SWITCHYARD_LANGUAGE: {
    type: oneOf(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'pt_br', 'ru', 'uk', 'zh_cn', 'zh_tw']),
    default: 'en',
    value: 'CODE',
    meaning: 'language of alerts to channels, and of mail to people who have chosen none',
  },
  SWITCHYARD_LOG_LEVEL: {
    type: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    default: 'info',
    flag: 'log-level',
    value: 'LEVEL',
    meaning: 'least important log lines that are written',
  },
  SWITCHYARD_METRICS_TOKEN: {
    type: text({ pattern: /^[!-~]{16,}$/, message: 'must have at least 16 characters, none of them a space' }),
    secret: true,
    value: 'TEXT',
    meaning: 'bearer token that Prometheus sends for GET /metrics; without it there are no metrics',
  },
  SWITCHYARD_EDITION: {
    type: oneOf(['open', 'subscription', 'hosted']),
    default: 'open',
    value: 'EDITION',
    meaning:
      'who the server is for: open = every feature is on; subscription = premium features follow a subscription key; hosted = projects are paid for',
  },
  SWITCHYARD_FEATURES: {
    type: listOrNone(),
    value: 'LIST',
    meaning: 'premium features that may be on, within what the edition allows; none for none; all when it is not set',
  },
  SWITCHYARD_DEMO: {
    type: onOff,
    default: 'false',
    meaning:
      'demo mode, for a server that anybody may look at: visitors sign in without a password, run the tasks of a demo project, and change nothing else; nor does anybody else',
  },
  SWITCHYARD_DEMO_RESET_HOURS: {
    type: integer(1, 168),
    default: '6',
    value: 'HOURS',
    meaning: 'how long a demo project lasts in demo mode until a new one takes its place',
  },
};
