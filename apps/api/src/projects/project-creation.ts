import type { Caller } from '../auth/access/caller.js';
import type { ApiConfig } from '../config.js';

/** Whether the caller may create projects: administrators, and everybody when the settings allow it. */
export function mayCreateProjects(
  caller: Pick<Caller, 'admin'>,
  config: Pick<ApiConfig, 'SWITCHYARD_USERS_CREATE_PROJECTS'>,
): boolean {
  return caller.admin || config.SWITCHYARD_USERS_CREATE_PROJECTS;
}
