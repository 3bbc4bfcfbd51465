import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';

/** Parts of a project's settings: the id of each, and its title. */
export const settingsParts = (t: TFunction) =>
  [
    ['general', t('project.parts.general')],
    ['sharing', t('project.parts.sharing')],
    ['alert-channels', t('alerts.title')],
    ['backup', t('project.parts.backup')],
    ['danger-zone', t('project.dangerZone')],
  ] as const;

/** Leads to each part of the settings, which stand on one page. */
export function SettingsNav() {
  const { t } = useTranslation();
  return (
    <nav className="sy-page-parts" aria-label={t('nav.settings')}>
      {settingsParts(t).map(([part, title]) => (
        <Link key={part} to={{ hash: part }}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
