import { DiffOutlined } from '@ant-design/icons';
import type { Template, TemplateDrift } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
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

/** Leads to the workspaces of a template of which some have drifted. @param base address of the list */
export function DriftedMark({ template, base }: { template: Template; base: string }) {
  const { t } = useTranslation();
  const { id, drifted_workspaces: count } = template;
  return (
    count > 0 && (
      <Link className="sy-drifted" to={`${base}/${id}/state`}>
        {t('drift.drifted')}
        {count > 1 && ` (${count})`}
      </Link>
    )
  );
}
