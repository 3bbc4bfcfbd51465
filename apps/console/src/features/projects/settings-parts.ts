import type { TFunction } from 'i18next';

/** Parts of a project's settings below its general ones: the id of the heading, and its title. */
export const settingsParts = (t: TFunction) =>
  [
    ['sharing', t('project.parts.sharing')],
    ['alert-channels', t('alerts.title')],
    ['backup', t('project.parts.backup')],
    ['danger-zone', t('project.dangerZone')],
  ] as const;
