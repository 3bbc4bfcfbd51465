import { CheckOutlined, CloseOutlined, PauseCircleFilled } from '@ant-design/icons';
import { isPlanned, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmTaskMutation, useGetTaskPlanQuery, useRejectTaskMutation } from '../../../api/tasks-api.js';
import { useNotify } from '../../../components/feedback/notify.js';
import { usePermission } from '../../../components/page/project-context.js';
import { PlanCounts } from '../../../components/task/plan-counts.js';
import { planRequest } from '../plan/plan-request.js';
import { destroyedAddresses } from '../plan/plan-rows.js';
import { DecisionFacts } from './decision-facts.js';
import { isDestroyRun } from './destroy-run.js';
import { ReasonDialog } from './late-reason-dialog.js';
import { ReviewResult } from './review-banner.js';
import { useConfirmationRefusal } from './use-confirmation-refusal.js';
import { useWorkspaceName } from './use-workspace-name.js';
import { useFoundLines } from '../use-found-lines.js';
import { late } from '../../../components/feedback/late.js';

/** Comes when it is asked for. */
const ConfirmDestroyDialog = late(async () => (await import('./confirm-destroy-dialog.js')).ConfirmDestroyDialog);

/** The line in which Terraform sums its plan up. */
const planLine = '^Plan: [0-9]+ to (add|import)';

interface DecisionButtonsProps {
  task: TaskWithTemplate;
  /** Text to type before everything is destroyed. */
  name: string;
  /** Whether the template lets this person confirm; anybody who runs tasks may reject. */
  mayConfirm: boolean;
  describedBy: string | undefined;
}

/** Confirm and Reject. The server refuses a second decision. */
function DecisionButtons({ task, name, mayConfirm, describedBy }: DecisionButtonsProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [confirm, confirming] = useConfirmTaskMutation();
  const [reject, rejecting] = useRejectTaskMutation();
  const [asked, setAsked] = useState<'confirm' | 'reject' | null>(null);
  const ref = { projectId: task.project_id, taskId: task.id };
  const destroyed = task.plan_summary?.destroy ?? 0;
  const busy = confirming.isLoading || rejecting.isLoading;
  const button = destroyed > 0 ? t('log.plan.confirmDestroy', { count: destroyed }) : t('log.plan.confirm');
  const decide = (): void => void confirm(ref).unwrap().catch(notify.error);
  return (
    <div className="sy-decision-buttons">
      <Button
        icon={<CloseOutlined aria-hidden />}
        loading={rejecting.isLoading}
        disabled={busy}
        onClick={() => setAsked('reject')}
      >
        {t('log.plan.reject')}
      </Button>
      {mayConfirm && (
        <Button
          type="primary"
          danger={destroyed > 0 || isDestroyRun(task)}
          aria-describedby={describedBy}
          icon={<CheckOutlined aria-hidden />}
          loading={confirming.isLoading}
          disabled={busy}
          onClick={isDestroyRun(task) ? () => setAsked('confirm') : decide}
        >
          {button}
        </Button>
      )}
      <Suspense fallback={null}>
        {asked === 'confirm' && (
          <ConfirmDestroyDialog task={task} name={name} button={button} onClosed={() => setAsked(null)} />
        )}
        {asked === 'reject' && (
          <ReasonDialog
            title={t('log.plan.rejectQuestion')}
            button={t('log.plan.reject')}
            onConfirm={(reason) => reject({ ...ref, reason }).unwrap()}
            onClosed={() => setAsked(null)}
          />
        )}
      </Suspense>
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

/** Resources that the plan destroys, as its view has them. */
function useDestroyed(task: TaskWithTemplate): string[] {
  const { data } = useGetTaskPlanQuery(planRequest(task), { skip: !isPlanned(task.tpl_app) });
  return data ? destroyedAddresses(data) : [];
}

interface DecisionBannerProps {
  task: TaskWithTemplate;
  onLine: (line: number) => void;
  onPlan: () => void;
  onDetails: () => void;
}

/** The decision about a plan: what it would do, and the two answers. */
export function DecisionBanner({ task, onLine, onPlan, onDetails }: DecisionBannerProps) {
  const { t } = useTranslation();
  const id = useId();
  const [line] = useFoundLines(task, planLine) ?? [];
  const mayDecide = usePermission('runProjectTasks');
  const refusal = useConfirmationRefusal(task);
  const destroyed = useDestroyed(task);
  const total = task.plan_summary?.destroy ?? 0;
  const workspace = useWorkspaceName(task);
  const name = workspace ?? task.tpl_alias;
  return (
    <div className="sy-tasklog-banner sy-decision" data-tone="gold" role="status">
      <PauseCircleFilled aria-hidden />
      <div className="sy-grow">
        <h3>
          {isDestroyRun(task)
            ? t('log.plan.destroyQuestion', { name: withVisibleControls(name) })
            : t('log.plan.question')}
        </h3>
        <ReviewResult task={task} />
        <DecisionFacts task={task} workspace={workspace} onDetails={onDetails} />
        {task.plan_summary && <PlanCounts summary={task.plan_summary} />}
        {destroyed.length > 0 && <Destroyed id={id} names={destroyed} total={total} onPlan={onPlan} />}
        <p>
          {refusal ?? (mayDecide ? t('log.plan.promise') : t('log.plan.others'))}{' '}
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
      {mayDecide && (
        <DecisionButtons
          task={task}
          name={name}
          mayConfirm={refusal === null}
          describedBy={destroyed.length > 0 ? id : undefined}
        />
      )}
    </div>
  );
}
