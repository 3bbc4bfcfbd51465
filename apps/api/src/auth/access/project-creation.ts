import type { Caller } from './caller.js';
import type { ApiConfig } from '../../platform/config.js';

/** Whether the caller may create projects: administrators, and everybody when the settings allow it; nobody in a demo. */
export function mayCreateProjects(
  caller: Pick<Caller, 'admin'>,
  config: Pick<ApiConfig, 'SWITCHYARD_DEMO' | 'SWITCHYARD_USERS_CREATE_PROJECTS'>,
): boolean {
  return !config.SWITCHYARD_DEMO && (caller.admin || config.SWITCHYARD_USERS_CREATE_PROJECTS);
}
