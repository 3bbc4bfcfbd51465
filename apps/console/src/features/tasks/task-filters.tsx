import type { TaskStatus } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import type { TaskFilter } from '../../api/tasks-api.js';
import { FilterBar } from '../../components/filters/filter-bar.js';
import { PersonFilter } from '../../components/filters/person-filter.js';
import { StatusFilter } from '../../components/filters/status-filter.js';
import { TemplateFilter } from '../../components/filters/template-filter.js';

interface TaskFiltersProps {
  projectId: number;
  status: readonly TaskStatus[];
  filter: TaskFilter;
  /** False where every task is of the same template. */
  withTemplate: boolean;
  /** New values by their name in the address; null and '' = no filter. */
  onChange: (values: Record<string, string | null>) => void;
  onClear: (() => void) | undefined;
}

const idText = (id: number | null): string | null => (id === null ? null : String(id));

/** Status, template and person who started it. */
export function TaskFilters({ projectId, status, filter, withTemplate, onChange, onClear }: TaskFiltersProps) {
  const { t } = useTranslation();
  return (
    <FilterBar onClear={onClear}>
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
    </FilterBar>
  );
}
