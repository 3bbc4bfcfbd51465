import { type BackupDocument, own } from '@switchyard/contracts';
import { CHECK, digestOf, PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import { type FileEntries, isObject } from './file-entries.js';
import type { Findings } from './findings.js';
import { isAddress } from './kept-addresses.js';

/** The secrets of a file in clear, by their paths. Without its passphrase there are none. */
export type OpenedSecrets = ReadonlyMap<string, string>;

/** Opens the secrets of a file. Faults of passphrase or file are in the findings. */
export async function openSecrets(document: BackupDocument, findings: Findings): Promise<OpenedSecrets> {
  const { sealed, passphrase } = document;
  if (!sealed) {
    return new Map();
  }
  if (!passphrase) {
    findings.note(['sealed'], 'restore_sealed');
    return new Map();
  }
  const seal = await PassphraseSeal.of(passphrase, sealed.kdf);
  const count = seal.open(sealed.check, CHECK);
  if (count === null) {
    findings.refuse(['passphrase'], 'restore_passphrase');
    return new Map();
  }
  if (count !== String(sealed.values.length)) {
    findings.refuse(['sealed', 'values'], 'restore_changed');
    return new Map();
  }
  return openAll(seal, document, sealed.values, findings);
}

function openAll(
  seal: PassphraseSeal,
  document: BackupDocument,
  values: readonly { path: string; sealed: string }[],
  findings: Findings,
): OpenedSecrets {
  const digest = digestOf(document);
  const opened = new Map<string, string>();
  for (const [index, { path, sealed }] of values.entries()) {
    const text = seal.open(sealed, placeOf(path, digest));
    if (text === null || opened.has(path)) {
      findings.refuse(['sealed', 'values', index], 'restore_changed');
      return new Map();
    }
    opened.set(path, text);
  }
  return opened;
}

/** Members of each list that may be sealed. */
const PLACES: ReadonlyMap<string, RegExp> = new Map([
  ['meta', /^vault_(token|address|namespace)$/],
  [
    'keys',
    /^(login_password\.(login|password)|ssh\.(login|passphrase|private_key)|github_app\.(server|app_id|installation_id|private_key))$/,
  ],
  ['repositories', /^secret_url$/],
  ['environments', /^(password|secrets\.\d{1,4}\.secret)$/],
  ['templates', /^survey_vars\.\d{1,4}\.default_value$/],
  ['schedules', /^task_params\.secret$/],
  ['integrations', /^task_params\.secret$/],
  ['alert_channels', /^(url|token)$/],
]);
/** The entry, its list, and the member in it. */
const PATH = /^(([a-z_]+)(?:\.\d{1,5})?)\.([a-z_]+(?:\.\w+)*)$/;

/**
 * Puts the secrets where the forms of their resources have them, so that the same schemas judge them. Changes the entries
 * themselves. One that has no place there is in the findings. Addresses of webhooks have none: rows are made of them.
 */
export function fillSecrets(
  opened: OpenedSecrets,
  { meta, entries }: { meta: unknown; entries: FileEntries },
  findings: Findings,
): void {
  const targets = new Map<string, unknown>([
    ['meta', meta],
    ...[...entries.values()].flat().map(({ path, entry }) => [path.join('.'), entry] as const),
  ]);
  for (const [path, text] of [...opened].filter(([each]) => !isAddress(each))) {
    const [, place = '', section = '', member = ''] = PATH.exec(path) ?? [];
    const target = targets.get(place);
    const isOfType = section !== 'keys' || member.startsWith(`${String(isObject(target) && target.type)}.`);
    if (!PLACES.get(section)?.test(member) || !isOfType || !setMember(target, member.split('.'), text)) {
      findings.refuse(path.split('.'), 'restore_misplaced');
    }
  }
}

/** False when there is no such list or entry. */
function setMember(target: unknown, [name = '', ...more]: readonly string[], text: string): boolean {
  if (!isObject(target) && !Array.isArray(target)) {
    return false;
  }
  if (more.length === 0) {
    return Reflect.set(target, name, text);
  }
  const isList = /^\d+$/.test(more[0] ?? '');
  if (!isList && !Array.isArray(target) && (own(target, name) ?? null) === null) {
    Reflect.set(target, name, {});
  }
  return setMember(own(target as Record<string, unknown>, name), more, text);
}
