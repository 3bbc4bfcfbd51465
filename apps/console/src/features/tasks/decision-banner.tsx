import { CheckOutlined, CloseOutlined, PauseCircleFilled } from '@ant-design/icons';
import type { PlanSummary, TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConfirmTaskMutation, useRejectTaskMutation } from '../../api/tasks-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { useFoundLines } from './use-found-lines.js';

/** The line in which Terraform sums its plan up. */
const planLine = '^Plan: [0-9]+ to (add|import)';

/** What a plan would do, in words that do without colours. */
export function PlanCounts({ summary }: { summary: PlanSummary }) {
  const { t } = useTranslation();
  const counts = [
    { tone: 'green', count: summary.add, text: t('log.plan.add', { count: summary.add }) },
    { tone: 'gold', count: summary.change, text: t('log.plan.change', { count: summary.change }) },
    { tone: 'red', count: summary.destroy, text: t('log.plan.destroy', { count: summary.destroy }) },
    { tone: 'blue', count: summary.import, text: t('log.plan.import', { count: summary.import }) },
  ] as const;
  return (
    <span className="sy-plan-counts">
      {counts
        .filter(({ tone, count }) => count > 0 || tone !== 'blue')
        .map(({ tone, count, text }) => (
          <span key={tone} data-tone={count > 0 ? tone : 'grey'}>
            {text}
          </span>
        ))}
    </span>
  );
}

/** Confirm and Reject. The server refuses a second decision. */
function DecisionButtons({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [confirm, confirming] = useConfirmTaskMutation();
  const [reject, rejecting] = useRejectTaskMutation();
  const ref = { projectId: task.project_id, taskId: task.id };
  const destroyed = task.plan_summary?.destroy ?? 0;
  const busy = confirming.isLoading || rejecting.isLoading;
  return (
    <div className="sy-decision-buttons">
      <Button
        icon={<CloseOutlined aria-hidden />}
        loading={rejecting.isLoading}
        disabled={busy}
        onClick={() => void reject(ref).unwrap().catch(notify.error)}
      >
        {t('log.plan.reject')}
      </Button>
      <Button
        type="primary"
        danger={destroyed > 0}
        icon={<CheckOutlined aria-hidden />}
        loading={confirming.isLoading}
        disabled={busy}
        onClick={() => void confirm(ref).unwrap().catch(notify.error)}
      >
        {destroyed > 0 ? t('log.plan.confirmDestroy', { count: destroyed }) : t('log.plan.confirm')}
      </Button>
    </div>
  );
}

/** The decision about a plan: what it would do, and the two answers. */
export function DecisionBanner({ task, onLine }: { task: TaskWithTemplate; onLine: (line: number) => void }) {
  const { t } = useTranslation();
  const [line] = useFoundLines(task, planLine) ?? [];
  const mayDecide = usePermission('runProjectTasks');
  return (
    <div className="sy-tasklog-banner sy-decision" data-tone="gold" role="status">
      <PauseCircleFilled aria-hidden />
      <div className="sy-grow">
        <h3>{t('log.plan.question')}</h3>
        {task.plan_summary && <PlanCounts summary={task.plan_summary} />}
        <p>
          {mayDecide ? t('log.plan.promise') : t('log.plan.others')}{' '}
          {line !== undefined && (
            <button type="button" className="sy-linkbutton" onClick={() => onLine(line)}>
              {t('log.goToLine', { line })}
            </button>
          )}
        </p>
      </div>
      {mayDecide && <DecisionButtons task={task} />}
    </div>
  );
}
