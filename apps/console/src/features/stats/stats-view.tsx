import { Segmented, Skeleton } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetStatsQuery } from '../../api/stats-api.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { PersonFilter } from '../../components/filters/person-filter.js';
import { useNow } from '../../lib/use-now.js';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';
import { StatFigures } from './stat-figures.js';
import { StatTable } from './stat-table.js';
import { type Bucket, bucketsOf, firstDay, type Range, ranges, type Result, results, sumOf } from './stat-buckets.js';
import { useDayWords } from './stat-words.js';
import './stats.css';
import { late } from '../../components/feedback/late.js';

const ResultChart = late(async () => (await import('./result-chart.js')).ResultChart);

/** Range and person, kept in the address. */
function useChoice() {
  const [params, change] = useUrlParams();
  return {
    range: ranges.find((name) => name === params.get('range')) ?? ('month' as const),
    userId: idParam(params, 'user') ?? null,
    change,
  };
}

type Choice = ReturnType<typeof useChoice>;

function Controls({ projectId, choice, now }: { projectId: number; choice: Choice; now: number }) {
  const { t } = useTranslation();
  const { long } = useDayWords();
  const today = new Date(now).toISOString().slice(0, 10);
  return (
    <div className="sy-stats-controls">
      <Segmented<Range>
        aria-label={t('stats.range')}
        value={choice.range}
        onChange={(range) => choice.change({ range })}
        options={ranges.map((value) => ({ value, label: t(`stats.ranges.${value}`) }))}
      />
      <PersonFilter
        projectId={projectId}
        label={t('stats.user')}
        value={choice.userId ?? undefined}
        onChange={(id) => choice.change({ user: id === null ? null : String(id) })}
      />
      <span className="sy-text2 sy-stats-dates">
        {t('stats.dates', { from: long(firstDay(choice.range, now)), to: long(today) })}
      </span>
    </div>
  );
}

/** Results that occur, and the three that everybody looks for. */
const shownOf = (sum: Bucket['counts']): Result[] => results.filter((name) => name !== 'rejected' || sum.rejected > 0);

interface StatsViewProps {
  projectId: number;
  /** `null` = all of the project. */
  templateId: number | null;
}

/** How tasks ended, by day: figures, chart and table. */
export function StatsView({ projectId, templateId }: StatsViewProps) {
  const { t } = useTranslation();
  const choice = useChoice();
  const now = useNow('minute');
  const { range, userId } = choice;
  const { data, error, refetch } = useGetStatsQuery({ projectId, templateId, userId, start: firstDay(range, now) });
  const buckets = data && bucketsOf(range, data, now);
  const sum = buckets && sumOf(buckets);
  return (
    <section className="sy-stats" aria-label={t('stats.chart')}>
      <Controls projectId={projectId} choice={choice} now={now} />
      {data === undefined &&
        (error === undefined ? <Skeleton active /> : <LoadFailure error={error} onRetry={() => void refetch()} />)}
      {data?.length === 0 && <EmptyState title={t('stats.emptyTitle')} text={t('stats.emptyText')} />}
      {data !== undefined && data.length > 0 && buckets && sum && (
        <>
          <StatFigures counts={sum} shown={shownOf(sum)} />
          <div className="sy-stats-panel">
            <h2>
              {range === 'year' ? t('stats.byMonth') : t('stats.byDay')} <span>{t('stats.utc')}</span>
            </h2>
            <Suspense fallback={<div className="sy-chart-loading" />}>
              <ResultChart buckets={buckets} shown={shownOf(sum)} />
            </Suspense>
          </div>
          <StatTable buckets={buckets} shown={shownOf(sum)} />
        </>
      )}
    </section>
  );
}
