import { DiffOutlined } from '@ant-design/icons';
import type { TemplateDrift } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { PlanCounts } from '../../components/task/plan-counts.js';
import { TaskLink } from '../../components/task/task-link.js';

/** Changes that the last plan has found and nobody has applied, with the way to it. */
export function DriftMark({ drift: { task_id: taskId, summary } }: { drift: TemplateDrift }) {
  const { t } = useTranslation();
  return (
    <TaskLink taskId={taskId} className="sy-drift" title={t('template.driftOf', { id: taskId })}>
      <DiffOutlined aria-hidden /> <PlanCounts summary={summary} nonzero />
    </TaskLink>
  );
}
