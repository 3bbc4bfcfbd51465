import { z } from 'zod';

/** Permission bits; their values are part of the wire form. */
export const Permission = {
  runProjectTasks: 1,
  updateProject: 2,
  manageProjectResources: 4,
  manageProjectUsers: 8,
} as const;
export type PermissionName = keyof typeof Permission;

/** Every bit: owners, and administrators in any project. */
export const ALL_PERMISSIONS = 15;

export const ROLES = ['owner', 'manager', 'task_runner', 'guest'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** Bits held by each role. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, number>> = { owner: 15, manager: 5, task_runner: 1, guest: 0 };

/** True when the sum of bits holds the named permission. */
export const allows = (permissions: number, name: PermissionName): boolean => (permissions & Permission[name]) !== 0;

/** Answer of `GET /api/project/{id}/role`. `role` is empty for an administrator who is not a member. */
export const ProjectRole = z.object({ role: z.string(), permissions: z.int() });
export type ProjectRole = z.infer<typeof ProjectRole>;
