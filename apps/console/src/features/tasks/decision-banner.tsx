import { CheckOutlined, CloseOutlined, PauseCircleFilled } from '@ant-design/icons';
import { isPlanned, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmTaskMutation, useGetTaskPlanQuery, useRejectTaskMutation } from '../../api/tasks-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { PlanCounts } from '../../components/task/plan-counts.js';
import { planRequest } from './plan/plan-request.js';
import { destroyedAddresses } from './plan/plan-rows.js';
import { useFoundLines } from './use-found-lines.js';

/** The line in which Terraform sums its plan up. */
const planLine = '^Plan: [0-9]+ to (add|import)';

/** Confirm and Reject. The server refuses a second decision. */
function DecisionButtons({ task, describedBy }: { task: TaskWithTemplate; describedBy: string | undefined }) {
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
        aria-describedby={describedBy}
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

/** Most destroyed resources that are named. */
const namedResources = 3;

/** Names what the plan destroys, also what it creates again. */
function Destroyed({ id, names, total, onPlan }: { id: string; names: string[]; total: number; onPlan: () => void }) {
  const { t } = useTranslation();
  const named = names.slice(0, namedResources);
  return (
    <p id={id} className="sy-decision-destroyed" data-tone="red">
      {t('log.plan.destroys')}{' '}
      {named.map((name, i) => (
        <span key={name}>
          {i > 0 && ', '}
          <code>{withVisibleControls(name)}</code>
        </span>
      ))}
      {total > named.length && (
        <>
          {' '}
          <button type="button" className="sy-linkbutton" onClick={onPlan}>
            {t('log.plan.andMore', { count: total - named.length })}
          </button>
        </>
      )}
    </p>
  );
}

/** What the plan destroys, as its view has it. */
function useDestroyed(task: TaskWithTemplate): string[] {
  const { data } = useGetTaskPlanQuery(planRequest(task), { skip: !isPlanned(task.tpl_app) });
  return data ? destroyedAddresses(data) : [];
}

interface DecisionBannerProps {
  task: TaskWithTemplate;
  onLine: (line: number) => void;
  onPlan: () => void;
}

/** The decision about a plan: what it would do, and the two answers. */
export function DecisionBanner({ task, onLine, onPlan }: DecisionBannerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [line] = useFoundLines(task, planLine) ?? [];
  const mayDecide = usePermission('runProjectTasks');
  const destroyed = useDestroyed(task);
  const total = task.plan_summary?.destroy ?? 0;
  return (
    <div className="sy-tasklog-banner sy-decision" data-tone="gold" role="status">
      <PauseCircleFilled aria-hidden />
      <div className="sy-grow">
        <h3>{t('log.plan.question')}</h3>
        {task.plan_summary && <PlanCounts summary={task.plan_summary} />}
        {destroyed.length > 0 && <Destroyed id={id} names={destroyed} total={total} onPlan={onPlan} />}
        <p>
          {mayDecide ? t('log.plan.promise') : t('log.plan.others')}{' '}
          {isPlanned(task.tpl_app) && (
            <button type="button" className="sy-linkbutton" onClick={onPlan}>
              {t('log.plan.review')}
            </button>
          )}{' '}
          {line !== undefined && (
            <button type="button" className="sy-linkbutton" onClick={() => onLine(line)}>
              {t('log.goToLine', { line })}
            </button>
          )}
        </p>
      </div>
      {mayDecide && <DecisionButtons task={task} describedBy={destroyed.length > 0 ? id : undefined} />}
    </div>
  );
}
