import { ReloadOutlined } from '@ant-design/icons';
import { type AlertDelivery, ALERT_EVENTS, AlertChannelType } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAlertStateQuery, useSendAlertAgainMutation } from '../../api/alerts-api.js';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { DeliveryResult } from '../../components/display/delivery-result.js';
import { DeliveryState } from '../../components/display/delivery-state.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Moment } from '../../components/display/moment.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { useNotify } from '../../components/feedback/notify.js';

type Action = (delivery: AlertDelivery) => ReactNode;

/** Name of a channel or person; of the server's channels, their type. */
function targetOf(t: TFunction, { kind, target }: AlertDelivery): string {
  const type = AlertChannelType.safeParse(target).data;
  return kind === 'alert_server' && type ? t('alerts.serverTarget', { type: t(`alerts.types.${type}`) }) : target;
}

function AlertSubject({ delivery: { event, task_id: task } }: { delivery: AlertDelivery }) {
  const { t } = useTranslation();
  const known = ALERT_EVENTS.find((each) => each === event);
  return (
    <span>
      {known === undefined ? t('alerts.testEvent') : t(`alerts.happened.${known}`)}
      {task !== null && <span className="sy-text2"> #{task}</span>}
    </span>
  );
}

function columnsOf(t: TFunction, action: Action): Column<AlertDelivery>[] {
  return [
    { key: 'created', title: t('deliveries.created'), width: 140, render: ({ created }) => <Moment value={created} /> },
    { key: 'event', title: t('deliveries.what'), width: 170, render: (row) => <AlertSubject delivery={row} /> },
    { key: 'target', title: t('alerts.to'), ellipsis: true, render: (row) => targetOf(t, row) },
    {
      key: 'status',
      title: t('deliveries.state'),
      width: 110,
      render: ({ status }) => <DeliveryState status={status} />,
    },
    { key: 'tries', title: t('deliveries.tries'), width: 60, align: 'right', render: ({ tries }) => tries },
    {
      key: 'error',
      title: t('deliveries.lastError'),
      render: (row) => <DeliveryResult error={row.error} next={row.next_try} />,
    },
    { key: 'actions', title: <HiddenText text={t('common.actions')} />, width: 130, render: action },
  ];
}

function NarrowAlert({ delivery, action }: { delivery: AlertDelivery; action: ReactNode }) {
  const { t } = useTranslation();
  const { status, created, error, next_try: next } = delivery;
  return (
    <NarrowRow
      title={<AlertSubject delivery={delivery} />}
      meta={
        <>
          <DeliveryState status={status} />
          <span className="sy-ellipsis">{targetOf(t, delivery)}</span>
          <Moment value={created} />
        </>
      }
      more={
        error !== null && (
          <div className="sy-narrow-more">
            <DeliveryResult error={error} next={next} />
          </div>
        )
      }
      action={action}
    />
  );
}

/** A button for dead alerts that sends them again. */
function useSendAgain(projectId: number): Action {
  const { t } = useTranslation();
  const notify = useNotify();
  const [send] = useSendAlertAgainMutation();
  return ({ id, status }) =>
    status === 'dead' && (
      <Button
        size="small"
        icon={<ReloadOutlined aria-hidden />}
        onClick={() => void send({ projectId, delivery: id }).unwrap().catch(notify.error)}
      >
        {t('deliveries.sendAgain')}
      </Button>
    );
}

interface AlertDeliveriesDialogProps {
  projectId: number;
  onClosed: () => void;
}

/** The latest alerts of a project: to whom, state, tries, last error. */
export function AlertDeliveriesDialog({ projectId, onClosed }: AlertDeliveriesDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = useGetAlertStateQuery(projectId, { refetchOnMountOrArgChange: true });
  const action = useSendAgain(projectId);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={1000}
      maskCloses
      title={t('alerts.deliveries')}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside" />
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      }
    >
      <p className="sy-text2 sy-lead">{t('deliveries.text')}</p>
      <div className="sy-bleed">
        <DataTable<AlertDelivery>
          label={t('alerts.deliveries')}
          rows={data?.deliveries}
          rowKey={(delivery) => delivery.id}
          error={error}
          onRetry={() => void refetch()}
          density="tight"
          empty={<EmptyState title={t('deliveries.emptyTitle')} text={t('alerts.noneSent')} />}
          columns={columnsOf(t, action)}
          narrowRow={(delivery) => <NarrowAlert delivery={delivery} action={action(delivery)} />}
        />
      </div>
    </Dialog>
  );
}
