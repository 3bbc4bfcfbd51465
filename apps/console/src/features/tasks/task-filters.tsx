import type { TaskStatus } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import type { TaskFilter } from '../../api/tasks-api.js';
import { DayFilter } from '../../components/filters/day-filter.js';
import { FilterBar } from '../../components/filters/filter-bar.js';
import { PersonFilter } from '../../components/filters/person-filter.js';
import { StatusFilter } from '../../components/filters/status-filter.js';
import { TemplateFilter } from '../../components/filters/template-filter.js';
import { TextFilter } from '../../components/filters/text-filter.js';

interface TaskFiltersProps {
  projectId: number;
  status: readonly TaskStatus[];
  /** `YYYY-MM-DD`, or `''`. */
  days: { from: string; to: string };
  filter: TaskFilter;
  /** False where every task is of the same template. */
  withTemplate: boolean;
  /** New values by their name in the address; null and '' = no filter. */
  onChange: (values: Record<string, string | null>) => void;
  onClear: (() => void) | undefined;
}

const idText = (id: number | null): string | null => (id === null ? null : String(id));

/** Text, status, template, person who started it, and days. */
export function TaskFilters({ projectId, status, days, filter, withTemplate, onChange, onClear }: TaskFiltersProps) {
  const { t } = useTranslation();
  return (
    <FilterBar
      used={[status.length > 0, filter.template_id, filter.user_id, days.from, days.to].filter(Boolean).length}
      onClear={onClear}
      text={
        <TextFilter label={t('filter.taskText')} value={filter.text ?? ''} onChange={(text) => onChange({ q: text })} />
      }
    >
      <StatusFilter value={status} onChange={(chosen) => onChange({ status: chosen.join(',') })} />
      {withTemplate && (
        <TemplateFilter
          projectId={projectId}
          value={filter.template_id}
          onChange={(id) => onChange({ template: idText(id) })}
        />
      )}
      <PersonFilter
        projectId={projectId}
        label={t('filter.starter')}
        value={filter.user_id}
        onChange={(id) => onChange({ user: idText(id) })}
      />
      <DayFilter label={t('filter.from')} value={days.from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label={t('filter.to')} value={days.to} onChange={(day) => onChange({ to: day })} />
    </FilterBar>
  );
}
