import { ALERT_CHANNEL_NEEDS, type AlertChannelType, own } from '@switchyard/contracts';
import type { EnvironmentSecret } from '@switchyard/database';
import { EncryptionError, type SecretBox } from '@switchyard/server';
import type { ResourceNoun } from '../../definitions/all-resources.js';
import { isObject } from '../backup/restore/file-entries.js';
import { secretMembersOf, type SecretMembers } from '../backup/secret-members.js';
import type { MergedEntry } from './merged-project.js';

type Entry = Readonly<Record<string, unknown>>;

/**
 * The secrets of a row that stay with the entry in its place, by their members: each only where it is for the same thing as
 * before, so that no secret goes anywhere else. None where they do not open.
 */
export function keptSecrets(box: SecretBox, noun: ResourceNoun, { entry, current }: MergedEntry): SecretMembers {
  if (current === null) {
    return {};
  }
  try {
    const secrets = (current.children.get('secrets') ?? []) as readonly EnvironmentSecret[];
    const members = secretMembersOf(box, noun, { row: current.row, secrets });
    return KEPT[noun]?.(members, current.entry, entry) ?? {};
  } catch (error) {
    if (error instanceof EncryptionError) {
      return {};
    }
    throw error;
  }
}

type Keep = (members: SecretMembers, before: Entry, after: Entry) => SecretMembers;

/** Keeps all of them where these members are the same. */
const whereSame =
  (...names: string[]): Keep =>
  (members, before, after) =>
    names.every((name) => (own(before, name) ?? null) === (own(after, name) ?? null)) ? members : {};

const KEPT: Partial<Readonly<Record<ResourceNoun, Keep>>> = {
  key: whereSame('type', 'vault_reference'),
  repository: whereSame('git_url'),
  schedule: whereSame('template', 'workflow'),
  integration: whereSame('template'),
  channel: (members, before, after) => {
    const needs = own(ALERT_CHANNEL_NEEDS, String(own(after, 'type'))) as
      | (typeof ALERT_CHANNEL_NEEDS)[AlertChannelType]
      | undefined;
    const ofAddress = needs?.target !== 'recipients' && needs?.target !== 'chat';
    return whereSame('type', ...(ofAddress ? ['target'] : []))(members, before, after);
  },
  environment: (members, before, after) => ({
    ...('password' in members && { password: members['password'] ?? '' }),
    ...byPlace(members, {
      list: 'secrets',
      member: 'secret',
      identity: ({ type, name }) => [type, name],
      isKept: (each) => typeof own(each, 'vault_reference') !== 'string',
    })(before, after),
  }),
  template: (members, before, after) =>
    byPlace(members, {
      list: 'survey_vars',
      member: 'default_value',
      identity: ({ name }) => [name],
      isKept: ({ type }) => type === 'secret',
    })(before, after),
};

interface Listed {
  list: string;
  member: string;
  identity(each: Entry): unknown[];
  isKept(each: Entry): boolean;
}

/** Secrets of the items of a list, which may have changed their places. */
function byPlace(members: SecretMembers, { list, member, identity, isKept }: Listed) {
  const items = (entry: Entry): Entry[] => {
    const value = own(entry, list);
    return (Array.isArray(value) ? (value as unknown[]) : []).map((each) => (isObject(each) ? each : {}));
  };
  return (before: Entry, after: Entry): SecretMembers => {
    const texts = new Map(
      items(before).map((each, index) => [JSON.stringify(identity(each)), own(members, `${list}.${index}.${member}`)]),
    );
    return Object.fromEntries(
      items(after).flatMap((each, index) => {
        const text = isKept(each) ? texts.get(JSON.stringify(identity(each))) : undefined;
        return text === undefined ? [] : [[`${list}.${index}.${member}`, text]];
      }),
    );
  };
}
