import { ACTIVITY_OBJECTS, type ActivityObject } from '@switchyard/contracts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { DayFilter } from '../../components/filters/day-filter.js';
import { FilterBar } from '../../components/filters/filter-bar.js';
import { PersonFilter } from '../../components/filters/person-filter.js';
import type { EventFilter } from '../../api/projects-api.js';
import { rangeOfDays } from '../../lib/day-range.js';
import { idParam, useUrlParams } from '../../lib/use-url-params.js';

const isKind = (text: string): text is ActivityObject => ACTIVITY_OBJECTS.some((kind) => kind === text);

/** The filter of the address: `?kind=task,key&user=7&from=2026-11-01&to=2026-11-30`. A change leads to the first page. */
export function useActivityFilter() {
  const [params, change] = useUrlParams();
  const set = (values: Record<string, string | null>): void => change({ before: null, after: null, ...values });
  const kinds = [...new Set((params.get('kind') ?? '').split(',').filter(isKind))];
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const filter: EventFilter = {
    ...(kinds.length > 0 && { object_type: kinds.join(',') }),
    user_id: idParam(params, 'user'),
    ...rangeOfDays(from, to),
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const clear = (): void => set({ kind: null, user: null, from: null, to: null });
  return { kinds, from, to, filter, isFiltered, set, clear };
}

interface ActivityFiltersProps {
  projectId: number;
  chosen: ReturnType<typeof useActivityFilter>;
}

/** Kinds of objects, person and time. */
export function ActivityFilters({ projectId, chosen }: ActivityFiltersProps) {
  const { t } = useTranslation();
  const { kinds, from, to, filter, isFiltered, set, clear } = chosen;
  return (
    <FilterBar
      used={[kinds.length > 0, filter.user_id, from, to].filter(Boolean).length}
      onClear={isFiltered ? clear : undefined}
    >
      <Select<ActivityObject[]>
        aria-label={t('filter.kind')}
        className="sy-filter-select"
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        popupMatchSelectWidth={220}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('filter.anyKind')}
        value={kinds}
        onChange={(next) => set({ kind: next.join(',') })}
        options={ACTIVITY_OBJECTS.map((kind) => ({ value: kind, label: t(`activity.objects.${kind}`) }))}
      />
      <PersonFilter
        projectId={projectId}
        label={t('filter.person')}
        value={filter.user_id}
        onChange={(id) => set({ user: id === null ? null : String(id) })}
      />
      <DayFilter label={t('filter.from')} value={from} onChange={(day) => set({ from: day })} />
      <DayFilter label={t('filter.to')} value={to} onChange={(day) => set({ to: day })} />
    </FilterBar>
  );
}
