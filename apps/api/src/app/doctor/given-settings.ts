import { type GivenSetting, own } from '@switchyard/contracts';
import {
  apiSettings,
  checkedAtStart,
  faultsOfNeeds,
  faultsOfValues,
  type ReadTexts,
  readTexts,
  settingsShape,
} from '@switchyard/settings';
import { z } from 'zod';
import { fault, type Found, ok } from './finding.js';

/** The settings of an environment, as far as they can be read. */
export const givenSettings = (env: NodeJS.ProcessEnv): ReadTexts => readTexts({ env });

export function settingFindings({ texts, faults }: ReadTexts): Found[] {
  const all = [...faults, ...faultsOfValues(checkedAtStart, texts), ...faultsOfNeeds(checkedAtStart, texts)];
  return [
    ...all.map((reason) => fault('setting_wrong', { reason })),
    ok('settings_given', { number: Object.keys(texts).length }),
  ];
}

/** PEM of the authorities of the settings, as far as the file can be read. */
export function authoritiesIn({ texts }: Pick<ReadTexts, 'texts'>): string | undefined {
  const read = z.object({ SWITCHYARD_CA_FILE }).safeParse(texts);
  return read.data?.SWITCHYARD_CA_FILE;
}

/** Every setting with its source, secrets without their value. */
export const shownSettings = ({ texts, sources }: ReadTexts): GivenSetting[] =>
  Object.entries(texts)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, text]) => ({ name, value: shown(name, text), source: own(sources, name) ?? 'unknown' }));

const { SWITCHYARD_CA_FILE } = settingsShape(apiSettings);
const catalogue = new Map<string, object>(Object.entries(checkedAtStart));

/** Whether a value may be shown: no secret, and nothing that may hold one. */
function isPlain(name: string, text: string): boolean {
  const setting = catalogue.get(name);
  const isSecret = setting === undefined || ('secret' in setting && setting.secret === true);
  return !isSecret && !/:\/\/[^/]*@|[?&{]/.test(text);
}

const shown = (name: string, text: string): string => (isPlain(name, text) ? text : '(set)');

/** Shorter ones would hide words that have nothing to do with them. */
const LEAST_SECRET = 4;

/** Takes the values of secret settings, and the parts of addresses that may be one, out of a text. */
export function secretHider({ texts }: Pick<ReadTexts, 'texts'>): (text: string) => string {
  const secrets = Object.entries(texts)
    .filter(([name, text]) => !isPlain(name, text))
    .flatMap(([, text]) => [text, ...partsOf(text)])
    .filter((secret) => secret.length >= LEAST_SECRET)
    .sort((one, other) => other.length - one.length);
  return (text) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
}

function partsOf(text: string): string[] {
  if (text.startsWith('[') || text.startsWith('{')) {
    return [...text.matchAll(/"\w*(?:secret|password|token|key)\w*"\s*:\s*"([^"]+)"/gi)].map(([, value = '']) => value);
  }
  if (!URL.canParse(text)) {
    return text.split(',').map((part) => part.trim());
  }
  const { username, password, searchParams, pathname } = new URL(text);
  const path = pathname.split('/').filter((part) => part.length >= 16);
  const raw = [password, ...searchParams.values(), ...path, ...(password === '' ? [username] : [])];
  return raw.flatMap((part) => [part, decoded(part)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
