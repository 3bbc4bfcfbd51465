import { TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../task/status-label.js';
import { LateSelect } from './late-select.js';

interface StatusFilterProps {
  /** None = all of them. */
  value: readonly TaskStatus[];
  onChange: (statuses: TaskStatus[]) => void;
}

/** Any number of task statuses. */
export function StatusFilter({ value, onChange }: StatusFilterProps) {
  const { t } = useTranslation();
  return (
    <LateSelect<TaskStatus[]>
      aria-label={t('filter.status')}
      isUsed={value.length > 0}
      unused={t('filter.anyStatus')}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      popupMatchSelectWidth={220}
      showSearch={{ optionFilterProp: 'title' }}
      placeholder={t('filter.anyStatus')}
      value={[...value]}
      onChange={onChange}
      options={TASK_STATUSES.map((status) => ({
        value: status,
        title: t(`status.${status}`),
        label: <StatusLabel status={status} />,
      }))}
    />
  );
}
