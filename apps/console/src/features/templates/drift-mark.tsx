import { DiffOutlined } from '@ant-design/icons';
import type { TemplateDrift } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { PlanCounts, PlanSigns } from '../../components/task/plan-counts.js';
import { TaskLink } from '../../components/task/task-link.js';

interface DriftMarkProps {
  drift: TemplateDrift;
  /** For a column: signs in the place of words. */
  short?: boolean;
}

/** Changes that the last plan has found and nobody has applied, with the way to it. */
export function DriftMark({ drift: { task_id: taskId, summary }, short = false }: DriftMarkProps) {
  const { t } = useTranslation();
  return (
    <TaskLink taskId={taskId} className="sy-drift" title={t('template.driftOf', { id: taskId })}>
      <DiffOutlined aria-hidden /> {short ? <PlanSigns summary={summary} /> : <PlanCounts summary={summary} nonzero />}
    </TaskLink>
  );
}
