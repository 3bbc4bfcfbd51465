import { isDeepStrictEqual } from 'node:util';
import { withoutCredentials, type AuditValues, own } from '@switchyard/contracts';
import {
  ApiToken,
  App,
  AuditReceiver,
  LogLink,
  Project,
  ProjectMember,
  Runner,
  RunnerRegistrationToken,
  Task,
  User,
  UserForgeAccount,
  WorkflowDecision,
  WorkflowRun,
} from '@switchyard/database';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { RESOURCES } from '../../definitions/all-resources.js';
import type { MemberKind, Members } from '../../definitions/definition.js';
import { TotpStatus } from './totp-status.js';

/** Members of one kind of row that are recorded as they are, and those of which only presence and change are recorded. */
interface AuditedMembers {
  shown: readonly string[];
  hidden: readonly string[];
}

/**
 * Members of a row that are recorded: none that is not named here, so that a new column stays out until somebody decides.
 * Hidden are secrets, and contents in which people may have written some.
 */
const AUDITED = new Map<unknown, AuditedMembers>([
  ...RESOURCES.flatMap((resource) => [resource, ...(resource.children ?? [])].map(ofDefinition)),
  kind(
    User,
    ['username', 'name', 'email', 'admin', 'adminByGroup', 'external', 'alert', 'pro', 'leftDirectory'],
    ['passwordHash'],
  ),
  kind(UserForgeAccount, ['host', 'account']),
  kind(TotpStatus, ['totpEnabled']),
  kind(ProjectMember, ['role', 'byGroup']),
  kind(ApiToken, ['prefix', 'name', 'expires', 'expired', 'scopes']),
  kind(
    Project,
    ['name', 'alert', 'alertChat', 'maxParallelTasks', 'allowLogLinks', 'type', 'vaultAddress', 'vaultNamespace'],
    ['vaultTokenEncrypted'],
  ),
  kind(
    Task,
    [
      'status',
      'templateId',
      'version',
      'playbook',
      'gitBranch',
      'commitHash',
      'inventoryId',
      'buildTaskId',
      'message',
      'params',
      'review',
      'ignored',
    ],
    ['arguments', 'environment', 'secret'],
  ),
  kind(WorkflowRun, ['workflowId', 'status', 'attempt', 'message']),
  kind(WorkflowDecision, ['node', 'approves', 'reason']),
  kind(App, ['title', 'icon', 'color', 'darkColor', 'path', 'args', 'priority', 'active']),
  kind(
    Runner,
    ['name', 'maxParallelTasks', 'active', 'isDefault', 'tags', 'draining', 'cleaningRequested'],
    ['webhook', 'tokenHash', 'publicKey'],
  ),
  kind(AuditReceiver, ['name', 'type', 'active', 'host'], ['secret']),
  kind(LogLink, ['taskId', 'expires', 'opened']),
  kind(RunnerRegistrationToken, ['name', 'tags', 'expires'], ['tokenHash']),
]);

function ofDefinition({ entity, members }: { entity: unknown; members: object }): [unknown, AuditedMembers] {
  const named = (...kinds: MemberKind[]): string[] =>
    Object.entries<MemberKind>(members as Members<object>).flatMap(([name, of]) => (kinds.includes(of) ? [name] : []));
  return [entity, { shown: named('shown'), hidden: named('content', 'secret') }];
}

function kind<E extends object>(
  entity: new () => E,
  shown: readonly (keyof E & string)[],
  hidden: readonly (keyof E & string)[] = [],
): [unknown, AuditedMembers] {
  return [entity, { shown, hidden }];
}

const WHOLE_URL = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;
/** Longer texts are cut. */
const MAX_TEXT = 500;

export interface AuditDifference {
  before: AuditValues | null;
  after: AuditValues | null;
}

/**
 * The recorded members that differ between two states of a row, by their name on the wire; `null` = there is no row.
 * A kind of row that is not named above has none.
 */
export function auditDifference<E extends ObjectLiteral>(
  entity: EntityTarget<E>,
  before: Partial<E> | null,
  after: Partial<E> | null,
): AuditDifference {
  const { shown, hidden } = AUDITED.get(entity) ?? { shown: [], hidden: [] };
  const both = before !== null && after !== null;
  const differing = [...shown, ...hidden].filter((name) => !both || !isSame(own(before, name), own(after, name)));
  const state = (row: Partial<E> | null, changed: boolean): AuditValues | null =>
    row &&
    Object.fromEntries(
      differing.map((name) => [wireName(name), value(own(row, name), hidden.includes(name), changed)]),
    );
  const value = (raw: unknown, isHidden: boolean, changed: boolean): unknown =>
    isHidden ? presence(raw, changed) : presentable(raw);
  return { before: state(before, false), after: state(after, both && before !== null) };
}

const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one ?? null, other ?? null);

const isEmpty = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

const presence = (raw: unknown, changed: boolean): string | null =>
  isEmpty(raw) ? null : changed ? '(changed)' : '(set)';

function presentable(raw: unknown): unknown {
  if (typeof raw === 'string') {
    const text = WHOLE_URL.test(raw) ? withoutCredentials(raw) : raw;
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  }
  return raw ?? null;
}

const wireName = (member: string): string => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
