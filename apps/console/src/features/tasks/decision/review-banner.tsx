import { CheckOutlined, InfoCircleOutlined, PauseCircleFilled } from '@ant-design/icons';
import { isPlanned, type TaskWithTemplate } from '@switchyard/contracts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useApplyReviewedMutation, useGetTaskReviewQuery } from '../../../api/task-review-api.js';
import { useNotify } from '../../../components/feedback/notify.js';
import { usePermission } from '../../../components/page/project-context.js';
import { PlanCounts } from '../../../components/task/plan-counts.js';
import { TaskLink, useOpenTask } from '../../../components/task/task-link.js';
import { asSentence } from '../../../lib/as-sentence.js';
import { problemWords } from '../../../lib/problem-words.js';
import { useConfirmationRefusal } from './use-confirmation-refusal.js';

/** Reasons that need no word: nobody expects to apply such a plan. */
const SILENT: readonly string[] = ['review_way', 'review_no_plan', 'review_nothing', 'review_fork'];

/** Whether a task has made the plan of a pull request. */
export const isReviewable = ({ status, pull_request: pull, review, tpl_app: app }: TaskWithTemplate): boolean =>
  status === 'success' && pull !== null && review === null && isPlanned(app);

/** The plan of a pull request, where the template lets members apply it. */
export function ReviewBanner({ task, onPlan }: { task: TaskWithTemplate; onPlan: () => void }) {
  const { t } = useTranslation();
  const { data } = useGetTaskReviewQuery({ projectId: task.project_id, taskId: task.id });
  const refusal = useConfirmationRefusal(task);
  if (data === undefined || (data.problem !== null && SILENT.includes(data.problem.code))) {
    return null;
  }
  return data.problem === null ? (
    <div className="sy-tasklog-banner sy-decision" data-tone="gold" role="status">
      <PauseCircleFilled aria-hidden />
      <div className="sy-grow">
        <h3>{t('log.review.question')}</h3>
        {task.plan_summary && <PlanCounts summary={task.plan_summary} />}
        <p>
          {refusal ?? t('log.review.promise')}{' '}
          <button type="button" className="sy-linkbutton" onClick={onPlan}>
            {t('log.plan.review')}
          </button>
        </p>
      </div>
      {refusal === null && <ApplyButton task={task} />}
    </div>
  ) : (
    <div className="sy-tasklog-banner" data-tone="grey" role="status">
      <InfoCircleOutlined aria-hidden />
      <div className="sy-grow">
        <h3>{asSentence(problemWords(data.problem, t))}</h3>
      </div>
    </div>
  );
}

/** Starts the task that applies it, and opens its log. */
function ApplyButton({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const openTask = useOpenTask();
  const mayRun = usePermission('runProjectTasks');
  const [apply, { isLoading }] = useApplyReviewedMutation();
  const start = (): void => {
    apply({ projectId: task.project_id, taskId: task.id })
      .unwrap()
      .then(({ id }) => openTask(id), notify.error);
  };
  return mayRun ? (
    <div className="sy-decision-buttons">
      <Button
        type="primary"
        danger={(task.plan_summary?.destroy ?? 0) > 0}
        icon={<CheckOutlined aria-hidden />}
        loading={isLoading}
        onClick={start}
      >
        {t('log.review.apply')}
      </Button>
    </div>
  ) : null;
}

/** Why a plan waits although one was reviewed. */
export function ReviewResult({ task: { review } }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  return review?.plan === 'different' || review?.plan === 'unknown' ? (
    <p>
      <strong>{t(`log.review.${review.plan}`)}</strong> <TaskLink taskId={review.task_id} />
    </p>
  ) : null;
}
