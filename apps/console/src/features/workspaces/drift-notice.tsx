import {
  type DriftStatus,
  type Inventory,
  mayLaunchWith,
  type Template,
  type WorkspaceDrift,
} from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListDriftsQuery } from '../../api/workspaces-api.js';
import { Moment } from '../../components/display/moment.js';
import { usePermission } from '../../components/page/project-context.js';
import { PlanCounts } from '../../components/task/plan-counts.js';
import { TaskLink } from '../../components/task/task-link.js';
import { launchSettings } from '../../lib/launch-settings.js';

const TONES: Readonly<Record<DriftStatus, 'success' | 'warning' | 'info'>> = {
  in_step: 'success',
  drifted: 'warning',
  unknown: 'info',
};

function DriftFacts({ drift: { status, summary, task_id: taskId, since, checked } }: { drift: WorkspaceDrift }) {
  const { t } = useTranslation();
  return (
    <span className="ws-drift">
      {status === 'unknown' && <span>{t('drift.doubt')}</span>}
      {summary && <PlanCounts summary={summary} nonzero />}
      {taskId !== null && <TaskLink taskId={taskId} />}
      {status === 'drifted' && (
        <span>
          {t('drift.firstSeen')}: <Moment value={since} />
        </span>
      )}
      <span>
        {t('drift.checked')}: <Moment value={checked} />
      </span>
    </span>
  );
}

interface DriftNoticeProps {
  template: Template;
  chosen: Inventory;
  /** Opens the usual run, on the workspace. */
  onApply: (inventoryId: number) => void;
}

/** Whether a workspace has drifted: what differs, since when, and the way to apply it. */
export function DriftNotice({ template, chosen, onApply }: DriftNoticeProps) {
  const { t } = useTranslation();
  const { project_id: projectId, id: templateId } = template;
  const { data } = useListDriftsQuery({ projectId, templateId });
  const mayRun = usePermission('runProjectTasks');
  if (data === undefined) {
    return null;
  }
  const drift = data.find(({ inventory_id: id }) => id === chosen.id);
  const status = drift?.status ?? 'unknown';
  const isReached = chosen.id === template.inventory_id || mayLaunchWith(launchSettings(template), 'inventory_id');
  return (
    <Alert
      type={TONES[status]}
      showIcon
      title={t(`drift.${status}`)}
      description={drift ? <DriftFacts drift={drift} /> : t('drift.never')}
      action={
        mayRun &&
        isReached &&
        status === 'drifted' && <Button onClick={() => onApply(chosen.id)}>{t('drift.apply')}</Button>
      }
    />
  );
}
