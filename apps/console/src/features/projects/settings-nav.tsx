import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { settingsParts } from './settings-parts.js';

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
