import type { PermissionName } from '@switchyard/contracts';
import { Fragment, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletedThing, ResourceKind } from '../../api/resources-api.js';
import type { Column, Expansion } from '../data-table/column.js';
import { DataTable } from '../data-table/data-table.js';
import { useListFilter } from '../data-table/use-list-filter.js';
import { EmptyState } from '../feedback/empty-state.js';
import { HiddenText } from '../display/hidden-text.js';
import { NarrowRow } from '../data-table/narrow-row.js';
import { PageHead } from '../page/page-head.js';
import { usePermission, useProject } from '../page/project-context.js';
import { ResourceName } from './resource-name.js';
import { NewButton, type NewKind } from '../actions/new-button.js';
import { RowActions } from '../actions/row-actions.js';
import { type ResourceDialogs, useResourceDialogs } from './use-resource-dialogs.js';
import { compareText } from '../../lib/compare-text.js';
import { late } from '../feedback/late.js';

/** Comes when a row is deleted. */
const DeleteDialog = late(async () => (await import('../dialogs/delete-dialog.js')).DeleteDialog);

interface Row {
  id: number;
  name: string;
}

interface ListQuery<Item> {
  data?: Item[] | undefined;
  error?: unknown;
  refetch: () => unknown;
}

export interface ResourceWords {
  title: string;
  new: string;
  name: string;
  emptyTitle: string;
  emptyText: string;
}

interface ResourcePageProps<Item extends Row> {
  kind: ResourceKind;
  words: ResourceWords;
  list: ListQuery<Item>;
  /** Permission to change rows; to manage resources by default. */
  permission?: PermissionName;
  /** Address of the page of a row, where it has one. */
  pageOf?: (row: Item) => string;
  /** Above the list. */
  above?: ReactNode;
  /** Buttons beside that of a new row. */
  actions?: ReactNode;
  /** Column before the name. */
  first?: Column<Item>;
  /** Columns between the name and the actions. */
  columns: Column<Item>[];
  /** Before a row on a narrow screen. */
  mark?: (row: Item) => ReactNode;
  /** Content to which a row opens. */
  expansion?: Expansion<Item>;
  /** Second line of a row on a narrow screen. */
  meta: (row: Item) => ReactNode;
  /** Kinds of which a new one can be, where there are several. */
  kinds?: readonly NewKind[];
  /** Texts of a row that the filter searches beside the name. */
  searched?: (row: Item) => readonly (string | null | undefined)[];
  /** Edit dialog; `null` = a new one, of the chosen kind. */
  dialog: (row: Item | null, onClosed: () => void, kind: string | null) => ReactNode;
  /** Name of a row's kind for people, where that is not its kind. */
  thing?: (row: Item) => DeletedThing | undefined;
  /** Opens a row for members who may not change it; absent = nothing does. */
  look?: (row: Item, onClosed: () => void) => ReactNode;
}

/** Least room of a column that states none, in pixels. */
const LEAST = 110;

const withLeast = <Item,>(column: Column<Item>): Column<Item> =>
  column.width === undefined ? { min: LEAST, ...column } : column;

const byName = (one: Row, other: Row): number => compareText(one.name, other.name);

/** The dialog of the row that is open: its form, or for those who may not change it what they may look at. */
function openedDialog<Item extends Row>(
  { dialog, look }: ResourcePageProps<Item>,
  { editing, close }: ResourceDialogs<Item>,
  mayManage: boolean,
): ReactNode {
  if (editing === null) {
    return null;
  }
  return mayManage ? dialog(editing.row, close, editing.kind) : editing.row !== null && look?.(editing.row, close);
}

/** List of one kind of project resource with new, edit and delete, for members who may manage resources. */
export function ResourcePage<Item extends Row>(props: ResourcePageProps<Item>) {
  const { kind, words, list, first, columns, mark, meta, expansion, kinds, pageOf, above } = props;
  const { t } = useTranslation();
  const { projectId } = useProject();
  const mayManage = usePermission(props.permission ?? 'manageProjectResources');
  const mayOpen = mayManage || props.look !== undefined;
  const dialogs = useResourceDialogs<Item>(mayOpen ? list.data : undefined);
  const { deleting } = dialogs;
  const name = (row: Item): ReactNode => (
    <ResourceName name={row.name} to={pageOf?.(row)} onOpen={mayOpen ? () => dialogs.edit(row) : undefined} />
  );
  const actions = (row: Item): ReactNode =>
    mayManage && <RowActions name={row.name} onEdit={() => dialogs.edit(row)} onDelete={() => dialogs.remove(row)} />;
  const create = mayManage && <NewButton label={words.new} kinds={kinds} onChoose={dialogs.createKind} />;
  // Before the list is there nobody knows which of the two buttons stays.
  const empty = <EmptyState title={words.emptyTitle} text={words.emptyText} children={create} />;
  const hasRows = (list.data?.length ?? 0) > 0;
  const filter = useListFilter(list.data, (row) => [row.name, ...(props.searched?.(row) ?? [])]);
  return (
    <>
      <PageHead title={words.title} filter={filter.input}>
        {hasRows && props.actions}
        {hasRows && create}
      </PageHead>
      <div className="sy-body">
        {above}
        <DataTable<Item>
          label={words.title}
          rows={filter.rows}
          rowKey={(row) => row.id}
          error={list.error}
          onRetry={() => void list.refetch()}
          {...(expansion && { expansion })}
          columns={[
            ...(first ? [first] : []),
            { key: 'name', title: words.name, min: 160, grow: 2, sorter: byName, render: (row) => name(row) },
            ...columns.map(withLeast),
            { key: 'actions', title: <HiddenText text={t('common.actions')} />, width: 110, render: actions },
          ]}
          narrowRow={(row) => <NarrowRow mark={mark?.(row)} title={name(row)} meta={meta(row)} action={actions(row)} />}
          empty={filter.nothing(empty)}
        />
      </div>
      <Suspense fallback={null}>
        <Fragment key={dialogs.opening}>{openedDialog(props, dialogs, mayManage)}</Fragment>
        {deleting !== null && (
          <DeleteDialog
            target={{ projectId, kind, id: deleting.id }}
            thing={props.thing?.(deleting)}
            name={deleting.name}
            onClosed={dialogs.close}
          />
        )}
      </Suspense>
    </>
  );
}
