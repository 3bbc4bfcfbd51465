import { readFileSync } from 'node:fs';
import { own } from '@switchyard/contracts';
import { z } from 'zod';
import type { TlsPlace } from './certificates.js';

type Texts = Readonly<Record<string, string>>;

const DEFAULT_PORTS = new Map([
  ['https:', 443],
  ['ldaps:', 636],
  ['ldap:', 389],
  ['rediss:', 6_379],
  ['smtps:', 465],
  ['smtp:', 587],
  ['postgres:', 5_432],
  ['postgresql:', 5_432],
]);

/** Servers of the settings that show a certificate. */
export function tlsPlaces(texts: Texts): TlsPlace[] {
  const { SWITCHYARD_AUTH_LDAP_URL: ldap, SWITCHYARD_DATABASE_URL: database } = texts;
  const startsTls = /^(true|1|yes|on|y|enabled)$/i.test(texts.SWITCHYARD_AUTH_LDAP_START_TLS ?? '');
  const ca = fileText(texts.SWITCHYARD_AUTH_LDAP_CA_FILE);
  return [
    ...beginning(texts.SWITCHYARD_WEB_HOST, 'https:'),
    ...beginning(ldap, 'ldaps:').map((place) => ({ ...place, ca })),
    ...(startsTls ? beginning(ldap, 'ldap:').map((place) => ({ ...place, by: 'ldap' as const, ca })) : []),
    ...beginning(texts.SWITCHYARD_SMTP_URL, 'smtps:'),
    ...beginning(texts.SWITCHYARD_SMTP_URL, 'smtp:').map((place) => ({ ...place, by: 'smtp' as const })),
    ...serversOf(database).map((place) => ({ ...place, by: 'postgres' as const })),
    ...beginning(texts.SWITCHYARD_QUEUE_URL, 'rediss:'),
    ...beginning(texts.SWITCHYARD_BLOB_URL, 'https:'),
  ];
}

function beginning(address: string | undefined, protocol: string): TlsPlace[] {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === protocol ? [placeOf(url)] : [];
}

const placeOf = ({ hostname, port, protocol }: URL): TlsPlace => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: Number(port || DEFAULT_PORTS.get(protocol)),
});

/** The servers of an address that asks for TLS; it may name several. */
function serversOf(address: string | undefined): TlsPlace[] {
  const [, start = '', hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/.exec(address ?? '') ?? [];
  const wantsTls = /[?&](?:sslmode=(?:require|prefer|verify-ca|verify-full|no-verify)|ssl=(?:true|1))\b/.test(rest);
  return wantsTls
    ? hosts
        .split(',')
        .map((host) => `${start}${host}`)
        .filter((each) => URL.canParse(each))
        .map((each) => placeOf(new URL(each)))
    : [];
}

function fileText(path: string | undefined): string | undefined {
  try {
    return path === undefined ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Settings that hold an address which the server calls; of it nothing but its origin is asked for. */
const CALLED = [
  'SWITCHYARD_VAULT_ADDRESS',
  'SWITCHYARD_ALERT_SLACK_URL',
  'SWITCHYARD_ALERT_TEAMS_URL',
  'SWITCHYARD_ALERT_ROCKETCHAT_URL',
  'SWITCHYARD_ALERT_DINGTALK_URL',
  'SWITCHYARD_ALERT_GOTIFY_URL',
  'SWITCHYARD_ALERT_TELEGRAM_URL',
  'SWITCHYARD_ALERT_WEBHOOK_URL',
  'SWITCHYARD_STRIPE_URL',
  'SWITCHYARD_ONLINE_PAYMENT_URL',
  'SWITCHYARD_POSTS_FEED',
];
const Providers = z.array(z.object({ issuer: z.string() }));
const MOST_ORIGINS = 20;

/** Origins outside that the settings name. */
export function calledOrigins(texts: Texts): string[] {
  const addresses = [
    ...CALLED.map((name) => own(texts, name) ?? ''),
    ...issuersOf(texts.SWITCHYARD_AUTH_OIDC_PROVIDERS),
  ];
  const origins = addresses
    .filter((address) => /^https?:/.test(address) && URL.canParse(address))
    .map((address) => new URL(address).origin);
  return [...new Set(origins)].slice(0, MOST_ORIGINS);
}

function issuersOf(json = '[]'): string[] {
  try {
    return Providers.parse(JSON.parse(json)).map(({ issuer }) => issuer);
  } catch {
    return [];
  }
}
