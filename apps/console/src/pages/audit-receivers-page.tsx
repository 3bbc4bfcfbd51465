import { PlusOutlined, SendOutlined } from '@ant-design/icons';
import type { AuditReceiver } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListAuditReceiversQuery } from '../api/audit-receivers-api.js';
import { useLiveList } from '../api/live-lists.js';
import { BackButton } from '../components/actions/back-button.js';
import { IconButton } from '../components/actions/icon-button.js';
import { RowActions } from '../components/actions/row-actions.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { PageHead } from '../components/page/page-head.js';
import { ResourceName } from '../components/resource/resource-name.js';
import { type ResourceDialogs, useResourceDialogs } from '../components/resource/use-resource-dialogs.js';
import { DemoGate } from '../components/session/demo-gate.js';
import { useSessionUser } from '../components/session/session-user.js';
import { DeleteReceiverDialog } from '../features/audit/delete-receiver-dialog.js';
import { ReceiverDialog, receiverType } from '../features/audit/receiver-dialog.js';
import { ReceiverLag, ReceiverOutcome } from '../features/audit/receiver-progress.js';
import { useReceiverTest } from '../features/audit/use-receiver-test.js';
import { NotFoundPage } from './not-found-page.js';

interface Cells {
  name: (row: AuditReceiver) => ReactNode;
  actions: (row: AuditReceiver) => ReactNode;
}

const columnsOf = (t: TFunction, { name, actions }: Cells): Column<AuditReceiver>[] => [
  { key: 'name', title: t('alerts.name'), ellipsis: true, render: name },
  {
    key: 'state',
    title: t('audit.receivers.state'),
    ellipsis: true,
    render: (row) => <ReceiverOutcome receiver={row} />,
  },
  {
    key: 'waiting',
    title: t('audit.receivers.waiting'),
    width: 190,
    render: (row) => <ReceiverLag receiver={row} />,
  },
  { key: 'actions', title: <HiddenText text={t('common.actions')} />, width: 120, render: actions },
];

/** Cells of a row, with its actions. */
function useCells(rows: readonly AuditReceiver[] | undefined, dialogs: ResourceDialogs<AuditReceiver>): Cells {
  const { t } = useTranslation();
  const test = useReceiverTest(rows);
  return {
    name: (row) => (
      <div className="sy-two">
        <ResourceName name={row.name} onOpen={() => dialogs.edit(row)} />
        <small className="sy-ellipsis">
          {receiverType(row.type)} · {row.host}
        </small>
      </div>
    ),
    actions: (row) => (
      <RowActions
        name={row.name}
        onEdit={() => dialogs.edit(row)}
        onDelete={() => dialogs.remove(row)}
        before={
          <DemoGate>
            <IconButton
              size="small"
              label={t('alerts.testNamed', { name: row.name })}
              icon={<SendOutlined aria-hidden />}
              loading={test.busy === row.id}
              {...(test.busy !== null && test.busy !== row.id && { disabled: true })}
              onClick={() => void test.start(row)}
            />
          </DemoGate>
        }
      />
    ),
  };
}

function Receivers() {
  const { t } = useTranslation();
  const list = useListAuditReceiversQuery(undefined, { refetchOnMountOrArgChange: true });
  useLiveList({ of: 'audit' });
  const dialogs = useResourceDialogs<AuditReceiver>();
  const cells = useCells(list.data, dialogs);
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={dialogs.create}>
      {t('audit.receivers.new')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('audit.receivers.title')}
        {...(list.data?.length !== 0 && { subtitle: t('audit.receivers.text') })}
        before={<BackButton />}
      >
        {list.data?.length !== 0 && create}
      </PageHead>
      <div className="sy-body">
        <DataTable<AuditReceiver>
          label={t('audit.receivers.title')}
          rows={list.data}
          rowKey={({ id }) => id}
          error={list.error}
          onRetry={() => void list.refetch()}
          density="tall"
          columns={columnsOf(t, cells)}
          narrowRow={(row) => (
            <NarrowRow
              title={cells.name(row)}
              meta={
                <>
                  {t('audit.receivers.waiting')} <ReceiverLag receiver={row} />
                </>
              }
              more={<ReceiverOutcome receiver={row} />}
              action={cells.actions(row)}
            />
          )}
          empty={
            <EmptyState title={t('audit.receivers.none')} text={t('audit.receivers.text')}>
              {create}
            </EmptyState>
          }
        />
      </div>
      {dialogs.editing !== null && (
        <ReceiverDialog key={dialogs.opening} row={dialogs.editing.row} onClosed={dialogs.close} />
      )}
      {dialogs.deleting !== null && <DeleteReceiverDialog receiver={dialogs.deleting} onClosed={dialogs.close} />}
    </>
  );
}

/** Where the audit log is delivered; for administrators. */
export function AuditReceiversPage() {
  const { admin } = useSessionUser();
  return admin ? <Receivers /> : <NotFoundPage />;
}
