import { ReloadOutlined } from '@ant-design/icons';
import { type IntegrationDelivery, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import {
  type IntegrationRef,
  useDeliverAgainMutation,
  useListIntegrationDeliveriesQuery,
} from '../../api/integrations-api.js';
import { useLiveList } from '../../api/live-lists.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { Caret } from '../../components/data-table/caret.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Moment } from '../../components/display/moment.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { TaskLink } from '../../components/task/task-link.js';
import { fullMomentText } from '../../lib/moment-text.js';
import { problemWords } from '../../lib/problem-words.js';
import { useLocale } from '../../lib/use-locale.js';
import { ApproveIcon, PullApproval } from './pull-approval.js';
import { Reading } from './reading.js';
import { DemoGate } from '../../components/session/demo-gate.js';

const FAULTS: readonly string[] = ['refused', 'unauthorized', 'unreadable', 'failed'];

function Result({ row }: { row: IntegrationDelivery }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={FAULTS.includes(row.result) ? 'sy-field-fault' : 'sy-text2'}>
        {t(`integration.deliveries.results.${row.result}`)}
      </span>
      {row.task_id !== null && (
        <>
          {' '}
          <TaskLink taskId={row.task_id} />
        </>
      )}
      {row.redelivered && <span className="sy-text3"> · {t('integration.deliveries.redelivered')}</span>}
    </>
  );
}

/** Branch and commit of the task, beside which stands what the webhook asked for. */
function Code({ git_branch: branch, commit_hash: hash }: NonNullable<IntegrationDelivery['code']>) {
  const { t } = useTranslation();
  return branch === null && hash === null ? null : (
    <p className="sy-text2">
      {t('integration.deliveries.code')}:
      {branch !== null && (
        <>
          {' '}
          <code>{withVisibleControls(branch)}</code>
        </>
      )}
      {hash !== null && (
        <>
          {' '}
          <code>{hash}</code>
        </>
      )}
    </p>
  );
}

function Details({ of, row }: { of: IntegrationRef; row: IntegrationDelivery }) {
  const { t } = useTranslation();
  return (
    <div className="in-reading">
      {row.problem !== null && (
        <p className={row.result === 'awaiting_approval' ? 'sy-text2' : 'sy-field-fault'}>
          {problemWords(row.problem, t)}
        </p>
      )}
      <PullApproval of={of} row={row} />
      <Reading {...row} />
      <p className="sy-text2">
        {t('integration.deliveries.id')}: <code>{row.delivery_key ?? t('integration.deliveries.noId')}</code> ·{' '}
        {t('integration.deliveries.bytes', { count: row.size })}
        {row.searched && ` · ${t('integration.deliveries.project')}`}
      </p>
      {row.code && <Code {...row.code} />}
    </div>
  );
}

function AgainButton({ of, row }: { of: IntegrationRef; row: IntegrationDelivery }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const time = fullMomentText(row.received, useLocale());
  const mayManage = usePermission('manageProjectResources');
  const [again, { isLoading }] = useDeliverAgainMutation();
  const start = async (): Promise<void> => {
    try {
      await again({ of, deliveryId: row.id }).unwrap();
      notify.success(t('integration.deliveries.done'));
    } catch (fault) {
      notify.error(fault);
    }
  };
  if (!mayManage || !row.can_redeliver) {
    return null;
  }
  return (
    <div className="sy-table-actions">
      <DemoGate>
        <IconButton
          size="small"
          label={t('integration.deliveries.againNamed', { time })}
          icon={<ReloadOutlined aria-hidden />}
          loading={isLoading}
          onClick={() => void start()}
        />
      </DemoGate>
    </div>
  );
}

function DetailsCaret({
  row,
  expanded,
  onToggle,
}: {
  row: IntegrationDelivery;
  expanded: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const time = fullMomentText(row.received, useLocale());
  const label = expanded ? t('integration.deliveries.hide', { time }) : t('integration.deliveries.show', { time });
  return <Caret expanded={expanded} label={label} onToggle={onToggle} />;
}

/** Received webhooks, verdicts of the matchers, started tasks; each webhook can be delivered again. */
export function DeliveryLog({ of }: { of: IntegrationRef }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListIntegrationDeliveriesQuery(of);
  useLiveList({ of: 'webhooks', projectId: of.projectId });
  const words = (name: 'received' | 'result' | 'event' | 'sender') => t(`integration.deliveries.${name}`);
  return (
    <section className="in-section" aria-label={t('integration.deliveries.title')}>
      <div className="in-head">
        <h2>{t('integration.deliveries.title')}</h2>
      </div>
      <div className="in-bleed">
        <DataTable<IntegrationDelivery>
          label={t('integration.deliveries.title')}
          rows={data}
          rowKey={(row) => row.id}
          error={error}
          onRetry={() => void refetch()}
          density="tight"
          columns={[
            { key: 'received', title: words('received'), width: 190, render: (row) => <Moment value={row.received} /> },
            { key: 'result', title: words('result'), ellipsis: true, render: (row) => <Result row={row} /> },
            { key: 'event', title: words('event'), ellipsis: true, render: (row) => row.event },
            { key: 'sender', title: words('sender'), ellipsis: true, render: (row) => <code>{row.sender}</code> },
            {
              key: 'actions',
              title: <HiddenText text={t('common.actions')} />,
              width: 60,
              render: (row) => <AgainButton of={of} row={row} />,
            },
          ]}
          expansion={{
            title: <HiddenText text={t('integration.deliveries.title')} />,
            content: (row) => <Details of={of} row={row} />,
            isExpandable: () => true,
            caret: (row, expanded, onToggle) => <DetailsCaret row={row} expanded={expanded} onToggle={onToggle} />,
          }}
          narrowRow={(row) => (
            <NarrowRow
              title={<Result row={row} />}
              meta={
                <span className="sy-ellipsis">
                  <Moment value={row.received} /> · {row.event}
                </span>
              }
              action={
                <>
                  <ApproveIcon of={of} row={row} />
                  <AgainButton of={of} row={row} />
                </>
              }
            />
          )}
          empty={
            <EmptyState title={t('integration.deliveries.emptyTitle')} text={t('integration.deliveries.emptyText')} />
          }
        />
      </div>
    </section>
  );
}
