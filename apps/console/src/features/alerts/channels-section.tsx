import { PlusOutlined, SendOutlined } from '@ant-design/icons';
import type { AlertChannel } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAlertStatusQuery, useListAlertChannelsQuery } from '../../api/alerts-api.js';
import { useLiveList } from '../../api/live-lists.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { RowActions } from '../../components/actions/row-actions.js';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { ResourceName } from '../../components/resource/resource-name.js';
import { type ResourceDialogs, useResourceDialogs } from '../../components/resource/use-resource-dialogs.js';
import { AlertDeliveriesDialog } from './alert-deliveries-dialog.js';
import { listText } from '../../lib/list-text.js';
import './alerts.css';
import { ChannelDialog } from './channel-dialog.js';
import { ChannelOutcome } from './channel-outcome.js';
import { DeleteChannelDialog } from './delete-channel-dialog.js';
import { useChannelTest } from './use-channel-test.js';
import { DemoGate } from '../../components/session/demo-gate.js';

const wordsOf = (t: TFunction, { type, target }: AlertChannel): string =>
  [t(`alerts.types.${type}`), target].filter((word) => word !== '').join(' · ');

const eventsOf = (t: TFunction, { events }: AlertChannel): string =>
  events.length === 0 ? t('alerts.noEvents') : listText(events.map((event) => t(`alerts.event.${event}`)));

interface Cells {
  name: (row: AlertChannel) => ReactNode;
  actions: (row: AlertChannel) => ReactNode;
}

const columnsOf = (t: TFunction, { name, actions }: Cells): Column<AlertChannel>[] => [
  { key: 'name', title: t('alerts.name'), ellipsis: true, render: name },
  { key: 'events', title: t('alerts.events'), ellipsis: true, render: (row) => eventsOf(t, row) },
  { key: 'last', title: t('alerts.last'), width: 190, render: (row) => <ChannelOutcome channel={row} /> },
  { key: 'actions', title: <HiddenText text={t('common.actions')} />, width: 120, render: actions },
];

interface SectionProps {
  projectId: number;
}

/** Channels to which the server sends by itself. */
function ServerChannels({ projectId }: SectionProps) {
  const { t } = useTranslation();
  const { data } = useGetAlertStatusQuery(projectId);
  const types = data?.server.map((type) => t(`alerts.types.${type}`)) ?? [];
  return types.length === 0 ? null : <p className="sy-text2">{t('alerts.server', { types: listText(types) })}</p>;
}

/** Cells of a row, with its actions. */
function useCells(projectId: number, dialogs: ResourceDialogs<AlertChannel>): Cells {
  const { t } = useTranslation();
  const test = useChannelTest(projectId);
  return {
    name: (row) => (
      <div className="sy-two">
        <ResourceName name={row.name} onOpen={() => dialogs.edit(row)} />
        <small className="sy-ellipsis">{wordsOf(t, row)}</small>
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

/** The channels of a project: list, test, changes, and what was sent. */
export function ChannelsSection({ projectId }: SectionProps) {
  const { t } = useTranslation();
  const list = useListAlertChannelsQuery(projectId);
  useLiveList({ of: 'alerts', projectId });
  const dialogs = useResourceDialogs<AlertChannel>();
  const [showsDeliveries, setShowsDeliveries] = useState(false);
  const cells = useCells(projectId, dialogs);
  const create = (
    <Button icon={<PlusOutlined aria-hidden />} onClick={dialogs.create}>
      {t('alerts.new')}
    </Button>
  );
  return (
    <section className="al-section" aria-labelledby="alert-channels">
      <div className="al-head">
        <h2 id="alert-channels">{t('alerts.title')}</h2>
        <Button onClick={() => setShowsDeliveries(true)}>{t('alerts.deliveries')}</Button>
        {create}
      </div>
      <p className="sy-text2">{t('alerts.text')}</p>
      <ServerChannels projectId={projectId} />
      <DataTable<AlertChannel>
        label={t('alerts.title')}
        rows={list.data}
        rowKey={(row) => row.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        density="tall"
        columns={columnsOf(t, cells)}
        narrowRow={(row) => (
          <NarrowRow
            title={cells.name(row)}
            meta={<span className="sy-ellipsis">{eventsOf(t, row)}</span>}
            more={<ChannelOutcome channel={row} />}
            action={cells.actions(row)}
          />
        )}
        empty={<p className="sy-text2 al-empty">{t('alerts.emptyText')}</p>}
      />
      {dialogs.editing !== null && (
        <ChannelDialog key={dialogs.opening} projectId={projectId} row={dialogs.editing.row} onClosed={dialogs.close} />
      )}
      {dialogs.deleting !== null && <DeleteChannelDialog channel={dialogs.deleting} onClosed={dialogs.close} />}
      {showsDeliveries && <AlertDeliveriesDialog projectId={projectId} onClosed={() => setShowsDeliveries(false)} />}
    </section>
  );
}
