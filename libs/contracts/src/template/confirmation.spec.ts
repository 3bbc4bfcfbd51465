import { describe, expect, it } from '@jest/globals';
import { ALL_PERMISSIONS, ROLE_PERMISSIONS } from '../permission/rights.js';
import { confirmationRefusal, isConfirmationAsked } from './confirmation.js';

const anyone = { confirmationRole: 'task_runner', confirmationByOther: false } as const;
const of = (role: keyof typeof ROLE_PERMISSIONS, starterId: number | null = null) => ({
  userId: 7,
  permissions: ROLE_PERMISSIONS[role],
  starterId,
});

describe('who may confirm a plan', () => {
  it.each([
    ['task_runner', ['task_runner', 'manager', 'owner']],
    ['manager', ['manager', 'owner']],
    ['owner', ['owner']],
  ] as const)('should be %s and the roles above it', (confirmationRole, roles) => {
    const may = (['guest', 'task_runner', 'manager', 'owner'] as const).filter(
      (role) => confirmationRefusal({ ...anyone, confirmationRole }, of(role)) === null,
    );
    expect(may).toEqual(roles);
    expect(
      confirmationRefusal({ ...anyone, confirmationRole }, { ...of('owner'), permissions: ALL_PERMISSIONS }),
    ).toBeNull();
  });

  it('should be somebody else than the person who started the task, whatever their role', () => {
    const rule = { ...anyone, confirmationByOther: true };
    expect(confirmationRefusal(rule, of('owner', 7))?.code).toBe('confirm_other');
    expect(confirmationRefusal(rule, of('task_runner', 8))).toBeNull();
    expect(confirmationRefusal(rule, of('task_runner', null))).toBeNull();
    expect(confirmationRefusal(anyone, of('task_runner', 7))).toBeNull();
  });

  it('should name the role first', () => {
    const rule = { confirmationRole: 'manager', confirmationByOther: true } as const;
    expect(confirmationRefusal(rule, of('task_runner', 7))?.code).toBe('confirm_manager');
  });

  it('should be asked for where a rule goes beyond the right to run', () => {
    expect(isConfirmationAsked(anyone)).toBe(false);
    expect(isConfirmationAsked({ ...anyone, confirmationByOther: true })).toBe(true);
    expect(isConfirmationAsked({ ...anyone, confirmationRole: 'owner' })).toBe(true);
  });
});
