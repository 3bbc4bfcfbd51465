import type { Runner } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunnerScope } from '../../api/runners-api.js';
import { Dash } from '../../components/display/dash.js';
import type { Column } from '../../components/data-table/column.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { useUrlPage } from '../../components/data-table/use-url-page.js';
import { ActiveSwitch } from './active-switch.js';
import { Capacity, CapacityText } from './capacity.js';
import { HealthCell, HealthLabel, HealthNote } from './health-label.js';
import { RunnerActions, RunnerMenu } from './runner-actions.js';
import { RunnerName, RunnerTags } from './runner-name.js';
import { NotificationCell } from './notification-cell.js';
import { compareText } from '../../lib/compare-text.js';

/** Actions on a runner; absent for readers. */
export interface RunnerHandlers {
  edit: (runner: Runner) => void;
  rotate: (runner: Runner) => void;
  renewSecret: (runner: Runner) => void;
  caches: (runner: Runner) => void;
  deliveries: (runner: Runner) => void;
  remove: (runner: Runner) => void;
}

interface RunnerTableProps {
  scope: RunnerScope;
  rows: Runner[] | undefined;
  error: unknown;
  onRetry: () => void;
  handlers: RunnerHandlers | null;
  /** Name of a runner's project; not called in a project. */
  projectName: (id: number | null) => string;
  empty: ReactNode;
}

type Cells = Pick<RunnerTableProps, 'scope' | 'handlers' | 'projectName'>;

const onEdit = (handlers: RunnerHandlers | null, runner: Runner): (() => void) | undefined =>
  handlers === null ? undefined : () => handlers.edit(runner);

/** Buttons of a row, and the entries of its menu on a narrow screen. */
const actionsOf = (runner: Runner, handlers: RunnerHandlers) => ({
  onEdit: () => handlers.edit(runner),
  onRotate: () => handlers.rotate(runner),
  onRenewSecret: () => handlers.renewSecret(runner),
  onCaches: () => handlers.caches(runner),
  onDeliveries: () => handlers.deliveries(runner),
  onDelete: () => handlers.remove(runner),
});

function stateColumns(t: TFunction, { scope, handlers }: Cells): Column<Runner>[] {
  return [
    {
      key: 'active',
      title: t('runners.active'),
      width: 74,
      render: (runner) => <ActiveSwitch scope={scope} runner={runner} mayManage={handlers !== null} />,
    },
    {
      key: 'name',
      title: t('runners.name'),
      min: 130,
      sorter: (one, other) => compareText(one.name, other.name),
      render: (runner) => <RunnerName runner={runner} onOpen={onEdit(handlers, runner)} />,
    },
    {
      key: 'health',
      title: t('runners.healthColumn'),
      width: 196,
      sorter: (one, other) => (one.touched ?? '').localeCompare(other.touched ?? ''),
      render: (row) => <HealthCell runner={row} />,
    },
    { key: 'tasks', title: t('runners.tasks'), width: 150, render: (runner) => <Capacity load={runner} /> },
  ];
}

function restColumns(t: TFunction, { scope, handlers, projectName }: Cells): Column<Runner>[] {
  const project: Column<Runner> = {
    key: 'project',
    title: t('runners.project'),
    width: 160,
    rank: 3,
    ellipsis: true,
    render: ({ project_id: id }) => (
      <span className="sy-text2" title={projectName(id)}>
        {projectName(id)}
      </span>
    ),
  };
  const actions: Column<Runner> = {
    key: 'actions',
    title: <HiddenText text={t('common.actions')} />,
    width: 146,
    render: (runner) =>
      handlers !== null && <RunnerActions scope={scope} runner={runner} {...actionsOf(runner, handlers)} />,
  };
  return [
    {
      key: 'tags',
      title: t('runners.tags'),
      width: 160,
      rank: 2,
      render: ({ tags }) => (tags.length === 0 ? <Dash /> : <RunnerTags tags={tags} />),
    },
    ...(scope === null ? [project] : []),
    {
      key: 'webhook',
      title: t('runners.webhook'),
      width: 116,
      rank: 5,
      render: (row) => <NotificationCell runner={row} />,
    },
    ...(handlers === null ? [] : [actions]),
  ];
}

function NarrowRunner({ scope, handlers, runner }: Omit<Cells, 'projectName'> & { runner: Runner }) {
  return (
    <NarrowRow
      title={
        <div className="sy-two">
          <RunnerName runner={runner} onOpen={onEdit(handlers, runner)} />
          <HealthNote runner={runner} />
        </div>
      }
      meta={
        <>
          <HealthLabel runner={runner} />
          <CapacityText {...runner} />
          <RunnerTags tags={runner.tags} />
        </>
      }
      action={
        <div className="sy-row">
          <ActiveSwitch scope={scope} runner={runner} mayManage={handlers !== null} />
          {handlers !== null && <RunnerMenu scope={scope} runner={runner} {...actionsOf(runner, handlers)} />}
        </div>
      }
    />
  );
}

/** Runners of a project or of all, 20 a page. */
export function RunnerTable({ rows, error, onRetry, empty, ...cells }: RunnerTableProps) {
  const { t } = useTranslation();
  const paging = useUrlPage();
  return (
    <DataTable<Runner>
      label={t('runners.title')}
      rows={rows}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      paging={paging}
      density="tall"
      empty={empty}
      columns={[...stateColumns(t, cells), ...restColumns(t, cells)]}
      narrowRow={(runner) => <NarrowRunner scope={cells.scope} handlers={cells.handlers} runner={runner} />}
    />
  );
}
