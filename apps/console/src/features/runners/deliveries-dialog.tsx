import { ReloadOutlined } from '@ant-design/icons';
import type { Runner, RunnerDelivery } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListDeliveriesQuery, useSendDeliveryAgainMutation } from '../../api/runner-deliveries-api.js';
import { type RunnerScope } from '../../api/runners-api.js';
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
import { DeliveryEvent } from './delivery-cells.js';

type Action = (delivery: RunnerDelivery) => ReactNode;

function columnsOf(t: TFunction, action: Action): Column<RunnerDelivery>[] {
  return [
    { key: 'created', title: t('deliveries.created'), width: 150, render: ({ created }) => <Moment value={created} /> },
    { key: 'event', title: t('deliveries.what'), width: 170, render: (row) => <DeliveryEvent delivery={row} /> },
    {
      key: 'status',
      title: t('deliveries.state'),
      width: 120,
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

function NarrowDelivery({ delivery, action }: { delivery: RunnerDelivery; action: ReactNode }) {
  const { t } = useTranslation();
  const { status, tries, created, error } = delivery;
  return (
    <NarrowRow
      title={<DeliveryEvent delivery={delivery} />}
      meta={
        <>
          <DeliveryState status={status} />
          <span>{t('deliveries.triesCount', { count: tries })}</span>
          <Moment value={created} />
        </>
      }
      more={
        error !== null && (
          <div className="sy-narrow-more">
            <DeliveryResult error={error} next={delivery.next_try} />
          </div>
        )
      }
      action={action}
    />
  );
}

/** A button for dead deliveries that sends them again. */
function useSendAgain(scope: RunnerScope, runnerId: number): Action {
  const { t } = useTranslation();
  const notify = useNotify();
  const [send] = useSendDeliveryAgainMutation();
  return ({ id, status }) =>
    status === 'dead' && (
      <Button
        size="small"
        icon={<ReloadOutlined aria-hidden />}
        onClick={() => void send({ scope, id: runnerId, delivery: id }).unwrap().catch(notify.error)}
      >
        {t('deliveries.sendAgain')}
      </Button>
    );
}

interface DeliveriesDialogProps {
  scope: RunnerScope;
  runner: Runner;
  onClosed: () => void;
}

/** The latest deliveries to the webhook of a runner: state, tries, last error. */
export function DeliveriesDialog({ scope, runner: { id, name }, onClosed }: DeliveriesDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const { data, error, refetch } = useListDeliveriesQuery({ scope, id });
  const action = useSendAgain(scope, id);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={1000}
      maskCloses
      title={t('deliveries.title', { name })}
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
        <DataTable<RunnerDelivery>
          label={t('deliveries.title', { name })}
          rows={data}
          rowKey={(delivery) => delivery.id}
          error={error}
          onRetry={() => void refetch()}
          density="tight"
          empty={<EmptyState title={t('deliveries.emptyTitle')} text={t('deliveries.emptyText')} />}
          columns={columnsOf(t, action)}
          narrowRow={(delivery) => <NarrowDelivery delivery={delivery} action={action(delivery)} />}
        />
      </div>
    </Dialog>
  );
}
