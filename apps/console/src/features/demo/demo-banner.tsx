import './demo.css';
import type { DemoInfo } from '@switchyard/contracts';
import { ExperimentOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { fullMomentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';

/** Over every page of a server in demo mode: what is possible, and when everything is gone. */
export function DemoBanner({ demo: { next_reset: reset } }: { demo: DemoInfo }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <section className="de-banner" aria-label={t('demo.mode')}>
      <ExperimentOutlined aria-hidden />
      <b>{t('demo.mode')}</b>
      <span>{t('shell.mayRun')}</span>
      <span>{t('shell.readOnly')}</span>
      {reset !== null && (
        <span className="sy-text2">
          {t('demo.reset')} <time dateTime={reset}>{fullMomentText(reset, locale)}</time>
        </span>
      )}
    </section>
  );
}
