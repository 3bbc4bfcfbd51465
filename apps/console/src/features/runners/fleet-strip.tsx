import type { Runner } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.js';
import { fleetFigures } from './fleet-figures.js';

const presences = [
  ['online', 'green'],
  ['away', 'gold'],
  ['offline', 'grey'],
] as const;

/** The fleet at a glance: who is there, and how many slots are in use. */
export function FleetStrip({ runners }: { runners: readonly Runner[] }) {
  const { t } = useTranslation();
  const figures = fleetFigures(runners, useNow('minute'));
  return (
    <dl className="ru-strip">
      {presences.map(([word, tone]) => (
        <div key={word}>
          <dt data-tone={tone}>
            <i className="ru-dot" aria-hidden />
            {t(`runners.health.${word}`)}
          </dt>
          <dd>{figures[word]}</dd>
        </div>
      ))}
      <div>
        <dt>{t('runners.slots')}</dt>
        {figures.endless ? (
          <dd>
            {figures.unlimited} <small>{t('runners.ofLimit', { limit: '∞' })}</small>
          </dd>
        ) : (
          <dd>
            {figures.used} <small>{t('runners.slotsOf', { count: figures.slots })}</small>
            {figures.unlimited > 0 && <small>{t('runners.slotsUnlimited', { count: figures.unlimited })}</small>}
          </dd>
        )}
      </div>
    </dl>
  );
}
