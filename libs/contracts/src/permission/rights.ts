/** Permission bits; their values are part of the wire form. */
export const Permission = {
  runProjectTasks: 1,
  updateProject: 2,
  manageProjectResources: 4,
  manageProjectUsers: 8,
} as const;
export type PermissionName = keyof typeof Permission;

/** Makes and revokes links to logs, in a project that allows them. */
export const LOG_LINK_PERMISSION = 'runProjectTasks' satisfies PermissionName;

/** Every bit: owners, and administrators in any project. */
export const ALL_PERMISSIONS = 15;

export const ROLES = ['owner', 'manager', 'task_runner', 'guest'] as const;

/** Bits held by each role. */
export const ROLE_PERMISSIONS: Readonly<Record<(typeof ROLES)[number], number>> = {
  owner: 15,
  manager: 5,
  task_runner: 1,
  guest: 0,
};

/** True when the sum of bits holds the named permission. */
export const allows = (permissions: number, name: PermissionName): boolean => (permissions & Permission[name]) !== 0;
