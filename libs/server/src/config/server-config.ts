import { z } from 'zod';
import { parseSecretKey } from '../encryption/secret-key.js';
import { isAllowEntry } from '../outbound/address-filter.js';
import { booleanSetting, listSetting, portSetting, urlSetting } from './setting-types.js';

const secretKey = z.string().refine(isSecretKey, { error: 'must be 32 bytes in base64' });

/**
 * The settings that api and dispatcher have in common. Each app extends it:
 * `z.object({ ...serverConfigShape, SWITCHYARD_MORE: … })`.
 */
export const serverConfigShape = {
  /** A YAML or JSON file with the same keys; the environment wins over it. */
  SWITCHYARD_CONFIG: z.string().optional(),
  /** The address to listen on. Only this machine by default. */
  SWITCHYARD_HOST: z.string().default('127.0.0.1'),
  /** The port to listen on; 0 = any free one. */
  SWITCHYARD_PORT: portSetting.default(3000),
  /** The public address people use, with an optional path; links and the Origin check are made from it. */
  SWITCHYARD_WEB_HOST: urlSetting('http:', 'https:').optional(),
  /** Whether a reverse proxy in front sets `X-Forwarded-*`. Only then are these headers believed. */
  SWITCHYARD_TRUST_PROXY: booleanSetting.default(false),
  /** The directory for what the server keeps beside the database, such as its own secret key. */
  SWITCHYARD_DATA_DIR: z.string().default('data'),
  /** The PostgreSQL database, `postgres://user:password@host:port/name`. */
  SWITCHYARD_DATABASE_URL: urlSetting('postgres:', 'postgresql:'),
  /** A Redis server for queue and bus, `redis://…` or `rediss://…`. Absent: both run on PostgreSQL. */
  SWITCHYARD_QUEUE_URL: urlSetting('redis:', 'rediss:').optional(),
  /** The key of encryption at rest, 32 bytes in base64. Absent: made once in the data directory. */
  SWITCHYARD_SECRET_KEY: secretKey.optional(),
  /** Earlier keys, comma-separated: what they sealed stays readable until it is sealed anew. */
  SWITCHYARD_OLD_SECRET_KEYS: listSetting
    .refine((keys) => keys.every(isSecretKey), { error: 'must be keys of 32 bytes in base64' })
    .default([]),
  /** Addresses, ranges (CIDR) and host names, comma-separated, that outgoing calls may reach besides public ones. */
  SWITCHYARD_OUTBOUND_ALLOW: listSetting
    .refine((entries) => entries.every(isAllowEntry), { error: 'must be addresses, ranges or host names' })
    .default([]),
  /** The least important log lines that are written. */
  SWITCHYARD_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'must be fatal, error, warn, info, debug or trace',
    })
    .default('info'),
  /** The premium features that are on, comma-separated; `none` for none. Absent: all. */
  SWITCHYARD_FEATURES: listSetting.optional(),
};

const serverConfig = z.object(serverConfigShape);
/** The parsed common settings. */
export type ServerConfig = z.infer<typeof serverConfig>;

function isSecretKey(text: string): boolean {
  try {
    parseSecretKey(text);
    return true;
  } catch {
    return false;
  }
}
