import { PLAN_ACTIONS, type PlanAction, type PlanView, type TaskWithTemplate } from '@switchyard/contracts';
import { Alert, Input } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMissing } from '../../../api/api-error.js';
import { type PlanRef, useGetTaskPlanQuery } from '../../../api/tasks-api.js';
import { LoadingRows } from '../../../components/data-table/loading-rows.js';
import { LoadFailure } from '../../../components/feedback/load-failure.js';
import { ACTION_LOOKS } from './plan-action.js';
import { PlanList } from './plan-list.js';
import { planRequest } from './plan-request.js';
import { isEmptyPlan, planRows } from './plan-rows.js';
import './plan.css';

/** A view changes only with another attempt of its task, so what the banner has read is not read again. */
const FRESH_SECONDS = 60;

/** Changes that the plan of a task would make, resource by resource. */
export function TaskPlan({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const request = planRequest(task);
  const { data, error, refetch } = useGetTaskPlanQuery(request, { refetchOnMountOrArgChange: FRESH_SECONDS });
  if (error !== undefined) {
    return isMissing(error) ? (
      <p className="sy-plan-none">{t('log.plan.noView')}</p>
    ) : (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    );
  }
  return data === undefined ? <LoadingRows /> : <ShownPlan view={data} request={request} />;
}

interface PlanProps {
  view: PlanView;
  /** Request of the view. */
  request: PlanRef;
}

function ShownPlan({ view, request }: PlanProps) {
  const { t } = useTranslation();
  if (view.problem !== null) {
    const version = view.format_version;
    return (
      <Alert
        className="sy-plan-problem"
        type="warning"
        showIcon
        title={t(`log.plan.problems.${view.problem}`, { version })}
      />
    );
  }
  return isEmptyPlan(view) ? (
    <p className="sy-plan-none">{t('log.plan.noChanges')}</p>
  ) : (
    <Changes view={view} request={request} />
  );
}

function Changes({ view: list, request }: PlanProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  const [action, setAction] = useState<PlanAction | null>(null);
  const [isOpened, setOpened] = useState(false);
  const searched = useDeferredValue(wanted);
  const isWanted = isOpened || wanted !== '' || action !== null;
  const whole = useGetTaskPlanQuery({ ...request, attributes: true }, { skip: request.attributes || !isWanted });
  const view = whole.data ?? list;
  const isPending = !request.attributes && whole.data === undefined;
  const rows = useMemo(() => planRows(view, { wanted: searched, action }), [view, searched, action]);
  const present = PLAN_ACTIONS.filter((each) => view.counts[each] > 0);
  // A single kind needs no filter, and its heading counts it.
  const kinds = present.length > 1 ? present : [];
  return (
    <div className="sy-plan">
      <div className="sy-plan-head">
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            className="sy-plan-filter"
            data-tone={ACTION_LOOKS[each].tone}
            aria-pressed={action === each}
            onClick={() => setAction(action === each ? null : each)}
          >
            {t(`log.plan.groups.${each}`, { count: view.counts[each] })}
          </button>
        ))}
        <Input
          allowClear
          type="search"
          className="sy-plan-search"
          placeholder={t('log.plan.search')}
          aria-label={t('log.plan.search')}
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      {whole.error !== undefined && <LoadFailure error={whole.error} onRetry={() => void whole.refetch()} />}
      {rows.length === 0 ? (
        isPending ? (
          <LoadingRows />
        ) : (
          <p className="sy-plan-none">{t('log.plan.notFound')}</p>
        )
      ) : (
        <PlanList key={`${searched} ${action}`} rows={rows} isPending={isPending} onOpen={() => setOpened(true)} />
      )}
    </div>
  );
}
