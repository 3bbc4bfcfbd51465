import { readSetting, writeSetting } from '../../lib/local-setting.js';

const setting = (projectId: number): string => `view.${projectId}`;

/** The list of templates, of all or of one view. */
export const templatesPath = (projectId: number, viewId: number | null): string =>
  viewId === null ? `/project/${projectId}/templates` : `/project/${projectId}/views/${viewId}/templates`;

/** Remembers the view that was visited last in the project; `null` = all templates. */
export const rememberView = (projectId: number, viewId: number | null): void =>
  writeSetting(setting(projectId), viewId === null ? null : String(viewId));

/** Address of the list of templates as it was visited last. */
export function rememberedTemplatesPath(projectId: number): string {
  const viewId = Number(readSetting(setting(projectId)));
  return templatesPath(projectId, Number.isInteger(viewId) && viewId > 0 ? viewId : null);
}
