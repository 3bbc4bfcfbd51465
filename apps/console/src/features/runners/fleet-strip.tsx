import type { Runner, WantedTag } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/list-text.js';
import { useNow } from '../../lib/use-now.js';
import { fleetFigures } from './fleet-figures.js';
import { wantedFigures } from './wanted-figures.js';

const presences = [
  ['online', 'green'],
  ['away', 'gold'],
  ['offline', 'grey'],
  ['off', 'grey'],
] as const;

/** Tasks that no runner will take as things are, and the tags that are missing. */
function Wanted({ tags }: { tags: readonly WantedTag[] }) {
  const { t } = useTranslation();
  const { tasks, named, more } = wantedFigures(tags);
  const names = [...named, ...(more > 0 ? [t('runners.moreTags', { count: more })] : [])];
  return (
    <div>
      <dt>{t('runners.waitingTasks')}</dt>
      <dd>
        {tasks} <small>{t('runners.needTags', { count: tags.length, tags: listText(names) })}</small>
      </dd>
    </div>
  );
}

interface FleetStripProps {
  runners: readonly Runner[];
  wanted: readonly WantedTag[];
}

/** The fleet at a glance: who is there, and how many slots are in use. */
export function FleetStrip({ runners, wanted }: FleetStripProps) {
  const { t } = useTranslation();
  const figures = fleetFigures(runners, useNow('minute'));
  const isShown = ([word]: (typeof presences)[number]): boolean => word !== 'off' || figures.off > 0;
  return (
    <dl className="ru-strip">
      {presences.filter(isShown).map(([word, tone]) => (
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
        {figures.slots === 0 && !figures.endless ? (
          <dd className="sy-text3">–</dd>
        ) : figures.endless ? (
          <dd>
            {figures.unlimited} <small>{t('runners.ofLimit', { limit: '∞' })}</small>
          </dd>
        ) : (
          <dd>
            {figures.used}{' '}
            <small>
              {t('runners.slotsOf', { count: figures.slots })}
              {figures.unlimited > 0 && t('runners.slotsUnlimited', { count: figures.unlimited })}
            </small>
          </dd>
        )}
      </div>
      {wanted.length > 0 && <Wanted tags={wanted} />}
    </dl>
  );
}
