import { ReloadOutlined } from '@ant-design/icons';
import type { RunnerDelivery } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../data-table/column.js';
import { DataTable } from '../data-table/data-table.js';
import { NarrowRow } from '../data-table/narrow-row.js';
import { DeliveryResult } from '../display/delivery-result.js';
import { DeliveryStatusTag } from '../display/delivery-status-tag.js';
import { HiddenText } from '../display/hidden-text.js';
import { Moment } from '../display/moment.js';
import { EmptyState } from '../feedback/empty-state.js';
import { useNotify } from '../feedback/notify.js';
import { DemoGate } from '../session/demo-gate.js';

/** Members that every kind of delivery has. */
export type ShownDelivery = Pick<RunnerDelivery, 'id' | 'status' | 'tries' | 'created' | 'next_try' | 'error'>;

export interface DeliveryListProps<Row extends ShownDelivery> {
  title: string;
  /** Undefined while they are loaded. */
  rows: readonly Row[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Shown where there are none. */
  emptyText: string;
  /** Subject of a delivery. */
  subject: (row: Row) => ReactNode;
  /** To whom it goes; absent where all go to one receiver. */
  target?: (row: Row) => string;
  sendAgain: (row: Row) => Promise<unknown>;
}

type Cells<Row extends ShownDelivery> = Pick<DeliveryListProps<Row>, 'subject' | 'target'> & {
  action: (row: Row) => ReactNode;
};

function columnsOf<Row extends ShownDelivery>(t: TFunction, { subject, target, action }: Cells<Row>): Column<Row>[] {
  return [
    { key: 'created', title: t('deliveries.created'), width: 175, render: ({ created }) => <Moment value={created} /> },
    { key: 'event', title: t('deliveries.what'), width: 170, render: subject },
    ...(target ? [{ key: 'target', title: t('alerts.to'), min: 100, ellipsis: true, render: target }] : []),
    {
      key: 'status',
      title: t('deliveries.state'),
      width: 110,
      render: ({ status }) => <DeliveryStatusTag status={status} />,
    },
    { key: 'tries', title: t('deliveries.tries'), width: 60, align: 'right', render: ({ tries }) => tries },
    {
      key: 'error',
      title: t('deliveries.lastError'),
      min: 260,
      grow: 3,
      render: (row) => <DeliveryResult error={row.error} next={row.next_try} />,
    },
    { key: 'actions', title: <HiddenText text={t('common.actions')} />, width: 130, render: action },
  ];
}

function NarrowDelivery<Row extends ShownDelivery>({ row, cells }: { row: Row; cells: Cells<Row> }) {
  const { t } = useTranslation();
  const { status, tries, created, error, next_try: next } = row;
  return (
    <NarrowRow
      title={cells.subject(row)}
      meta={
        <>
          <DeliveryStatusTag status={status} />
          {cells.target ? (
            <span className="sy-ellipsis">{cells.target(row)}</span>
          ) : (
            <span>{t('deliveries.triesCount', { count: tries })}</span>
          )}
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
      action={cells.action(row)}
    />
  );
}

/** The latest deliveries: what, state, tries, last error; dead ones are sent again by a button. */
export function DeliveryList<Row extends ShownDelivery>(props: DeliveryListProps<Row>) {
  const { t } = useTranslation();
  const notify = useNotify();
  const { title, rows, error, onRetry, emptyText, subject, target, sendAgain } = props;
  const action = (row: Row): ReactNode =>
    row.status === 'dead' && (
      <DemoGate>
        <Button
          size="small"
          icon={<ReloadOutlined aria-hidden />}
          onClick={() => void sendAgain(row).catch(notify.error)}
        >
          {t('deliveries.sendAgain')}
        </Button>
      </DemoGate>
    );
  const cells: Cells<Row> = { subject, action, ...(target ? { target } : {}) };
  return (
    <DataTable<Row>
      label={title}
      rows={rows}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      density="tight"
      empty={<EmptyState title={t('deliveries.emptyTitle')} text={emptyText} />}
      columns={columnsOf(t, cells)}
      narrowRow={(row) => <NarrowDelivery row={row} cells={cells} />}
    />
  );
}
