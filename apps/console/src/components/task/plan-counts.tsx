import type { PlanSummary } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { HiddenText } from '../display/hidden-text.js';

interface Count {
  tone: 'green' | 'gold' | 'red' | 'blue';
  /** As tools write it before a resource. */
  sign: string;
  count: number;
  text: string;
}

function countsOf(t: TFunction, summary: PlanSummary): Count[] {
  const { add, change, destroy, import: imported, move = 0, forget = 0 } = summary;
  return [
    { tone: 'green', sign: '+', count: add, text: t('log.plan.add', { count: add }) },
    { tone: 'gold', sign: '~', count: change, text: t('log.plan.change', { count: change }) },
    { tone: 'red', sign: '−', count: destroy, text: t('log.plan.destroy', { count: destroy }) },
    { tone: 'blue', sign: '↓', count: imported, text: t('log.plan.import', { count: imported }) },
    { tone: 'blue', sign: '→', count: move, text: t('log.plan.groups.move', { count: move }) },
    { tone: 'blue', sign: '−', count: forget, text: t('log.plan.groups.forget', { count: forget }) },
  ];
}

/** Counts of a plan's changes, in words that do without colours. @param nonzero leaves out counts of zero */
export function PlanCounts({ summary, nonzero = false }: { summary: PlanSummary; nonzero?: boolean }) {
  const { t } = useTranslation();
  const counts = countsOf(t, summary);
  const shown = counts.filter(({ tone, count }) => count > 0 || (tone !== 'blue' && !nonzero));
  return (
    <span className="sy-plan-counts">
      {shown.map(({ tone, count, text }) => (
        <span key={text} data-tone={count > 0 ? tone : 'grey'}>
          {text}
        </span>
      ))}
      {shown.length === 0 && t('log.plan.outputs', { count: summary.outputs })}
    </span>
  );
}

/** The same in the room of a column; the words are there for assistive technology. */
export function PlanSigns({ summary }: { summary: PlanSummary }) {
  const { t } = useTranslation();
  const counts = countsOf(t, summary).filter(({ count }) => count > 0);
  return counts.length === 0 ? (
    <PlanCounts summary={summary} nonzero />
  ) : (
    <span className="sy-plan-counts">
      {counts.map(({ tone, sign, count, text }) => (
        <span key={text} data-tone={tone}>
          <span aria-hidden>
            {sign}
            {count}
          </span>
          <HiddenText text={`${text} `} />
        </span>
      ))}
    </span>
  );
}
