import { PlusOutlined } from '@ant-design/icons';
import { withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type IntegrationRef, useDeletePartMutation } from '../../api/integrations-api.js';
import { RowActions } from '../../components/actions/row-actions.js';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { usePermission } from '../../components/page/project-context.js';
import { ResourceName } from '../../components/resource/resource-name.js';
import { useResourceDialogs } from '../../components/resource/use-resource-dialogs.js';

interface Row {
  id: number;
  name: string;
}

interface PartListProps<Item extends Row> {
  of: IntegrationRef;
  path: 'matchers' | 'values';
  list: { data?: Item[] | undefined; error?: unknown; refetch: () => unknown };
  /** Columns between the name and the actions. */
  columns: Column<Item>[];
  /** Second line of a row on a narrow screen. */
  meta: (row: Item) => ReactNode;
  /** Edit dialog; `null` = a new one. */
  dialog: (row: Item | null, onClosed: () => void) => ReactNode;
}

/** Matchers or extracted values of an integration, with new, edit and delete. */
export function PartList<Item extends Row>({ of, path, list, columns, meta, dialog }: PartListProps<Item>) {
  const { t } = useTranslation();
  const mayManage = usePermission('manageProjectResources');
  const dialogs = useResourceDialogs<Item>();
  const { editing, deleting } = dialogs;
  const [remove] = useDeletePartMutation();
  const title = t(`integration.${path}.title`);
  const name = (row: Item): ReactNode => (
    <ResourceName name={row.name} onOpen={mayManage ? () => dialogs.edit(row) : undefined} />
  );
  const actions = (row: Item): ReactNode =>
    mayManage && <RowActions name={row.name} onEdit={() => dialogs.edit(row)} onDelete={() => dialogs.remove(row)} />;
  return (
    <section className="in-section" aria-label={title}>
      <div className="in-head">
        <h2>{title}</h2>
        {mayManage && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={dialogs.create}>
            {t(`integration.${path}.new`)}
          </Button>
        )}
      </div>
      <div className="in-bleed">
        <DataTable<Item>
          label={title}
          rows={list.data}
          rowKey={(row) => row.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          density="tight"
          columns={[
            { key: 'name', title: t(`integration.${path}.name`), render: name, ellipsis: true },
            ...columns,
            { key: 'actions', title: <HiddenText text={t('common.actions')} />, width: 110, render: actions },
          ]}
          narrowRow={(row) => <NarrowRow title={name(row)} meta={meta(row)} action={actions(row)} />}
          empty={<p className="sy-text2 in-none">{t(`integration.${path}.none`)}</p>}
        />
      </div>
      {editing !== null && <Fragment key={dialogs.opening}>{dialog(editing.row, dialogs.close)}</Fragment>}
      {deleting !== null && (
        <AskDialog
          title={t(`integration.${path}.deleteTitle`, { name: withVisibleControls(deleting.name) })}
          button={t(`integration.${path}.deleteButton`)}
          onConfirm={() => remove({ of, path, id: deleting.id }).unwrap()}
          onClosed={dialogs.close}
        >
          <p>{t(`integration.${path}.deleteText`)}</p>
        </AskDialog>
      )}
    </section>
  );
}
