import type { PlanSummary } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

/** What a plan would do, in words that do without colours. @param nonzero leaves out what there is nothing of */
export function PlanCounts({ summary, nonzero = false }: { summary: PlanSummary; nonzero?: boolean }) {
  const { t } = useTranslation();
  const counts = [
    { tone: 'green', count: summary.add, text: t('log.plan.add', { count: summary.add }) },
    { tone: 'gold', count: summary.change, text: t('log.plan.change', { count: summary.change }) },
    { tone: 'red', count: summary.destroy, text: t('log.plan.destroy', { count: summary.destroy }) },
    { tone: 'blue', count: summary.import, text: t('log.plan.import', { count: summary.import }) },
  ] as const;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  if (nonzero && total === 0) {
    return <span className="sy-plan-counts">{t('log.plan.outputs', { count: summary.outputs })}</span>;
  }
  return (
    <span className="sy-plan-counts">
      {counts
        .filter(({ tone, count }) => count > 0 || (tone !== 'blue' && !nonzero))
        .map(({ tone, count, text }) => (
          <span key={tone} data-tone={count > 0 ? tone : 'grey'}>
            {text}
          </span>
        ))}
    </span>
  );
}
