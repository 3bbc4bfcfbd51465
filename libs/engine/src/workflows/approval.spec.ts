import { describe, expect, it } from '@jest/globals';
import { type ApprovalNode, APPROVER_ROLES, ROLE_PERMISSIONS } from '@switchyard/contracts';
import { approverFault } from './approval.js';

type Asked = Pick<ApprovalNode, 'role' | 'user_ids' | 'four_eyes'>;

const STARTER = 1;
const RETRIER = 2;
const OTHER = 3;
const SCHEDULER = 4;
const asked = (more: Partial<Asked> = {}): Asked => ({ role: 'manager', user_ids: [], four_eyes: false, ...more });
const faultOf = (
  node: Asked,
  userId: number,
  role: keyof typeof ROLE_PERMISSIONS = 'manager',
  retriedBy: number | null = null,
): string | null =>
  approverFault(
    node,
    { userId: STARTER, scheduledBy: SCHEDULER, retriedBy },
    { userId, permissions: ROLE_PERMISSIONS[role] },
  )?.code ?? null;

describe(approverFault.name, () => {
  it.each([
    ['owner', ['owner']],
    ['manager', ['owner', 'manager']],
    ['task_runner', ['owner', 'manager', 'task_runner']],
  ] as const)('should let %s decide, and those above', (role, able) => {
    const found = APPROVER_ROLES.filter((each) => faultOf(asked({ role }), OTHER, each) === null);
    expect(found).toEqual(able);
  });

  it('should let no guest decide by role', () => {
    const faults = APPROVER_ROLES.map((role) => faultOf(asked({ role }), OTHER, 'guest'));
    expect(new Set(faults)).toEqual(new Set(['approval_not_yours']));
  });

  it('should let the named people decide, whatever their role is', () => {
    expect(faultOf(asked({ user_ids: [OTHER] }), OTHER, 'guest')).toBeNull();
    expect(faultOf(asked({ role: null, user_ids: [OTHER] }), OTHER, 'guest')).toBeNull();
  });

  it('should let nobody but the named people decide where no role is asked', () => {
    expect(faultOf(asked({ role: null, user_ids: [OTHER] }), RETRIER, 'owner')).toBe('approval_not_yours');
  });

  it('should let the starter decide unless four eyes are needed', () => {
    expect(faultOf(asked(), STARTER)).toBeNull();
    expect(faultOf(asked({ four_eyes: true }), STARTER)).toBe('approval_starter');
    expect(faultOf(asked({ four_eyes: true }), SCHEDULER)).toBe('approval_starter');
    expect(faultOf(asked({ four_eyes: true }), OTHER)).toBeNull();
  });

  it('should count who retried the run as a starter, also when they are named', () => {
    const node = asked({ four_eyes: true, user_ids: [RETRIER] });
    expect(faultOf(node, RETRIER, 'guest', RETRIER)).toBe('approval_starter');
    expect(faultOf(node, STARTER, 'manager', RETRIER)).toBe('approval_starter');
    expect(faultOf(node, RETRIER, 'guest')).toBeNull();
  });
});
