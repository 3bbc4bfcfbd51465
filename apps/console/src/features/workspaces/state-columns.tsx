import { DownloadOutlined, RollbackOutlined } from '@ant-design/icons';
import type { TerraformState } from '@switchyard/contracts';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import type { Column } from '../../components/data-table/column.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Moment } from '../../components/display/moment.js';
import { TaskLink } from '../../components/task/task-link.js';

/** Actions on a version; absent = the caller may not. */
export interface StateActions {
  onDownload?: ((state: TerraformState) => void) | undefined;
  onRestore?: ((state: TerraformState) => void) | undefined;
}

const UNITS = ['B', 'KiB', 'MiB'] as const;

/** Bytes in the largest unit that leaves a whole number before the point. */
function sizeWords(bytes: number, unit = 0): string {
  return bytes < 1024 || unit === UNITS.length - 1
    ? `${unit === 0 ? bytes : bytes.toFixed(1)} ${UNITS[unit]}`
    : sizeWords(bytes / 1024, unit + 1);
}

/** Resources that were added, changed and removed. */
export function Changes({ state: { added, changed, removed } }: { state: TerraformState }) {
  const { t } = useTranslation();
  if (added === null || changed === null || removed === null) {
    return <span className="sy-text3">{t('state.notCounted')}</span>;
  }
  return (
    <span className="ws-changes" aria-label={t('state.changesLabel', { added, changed, removed })}>
      <span data-tone="green">+{added}</span>
      <span data-tone="blue">~{changed}</span>
      <span data-tone="red">−{removed}</span>
    </span>
  );
}

export function Origin({ state: { task_id: taskId, author } }: { state: TerraformState }) {
  const { t } = useTranslation();
  return (
    <span className="sy-ellipsis">
      {taskId !== null && <TaskLink taskId={taskId} />} {author ?? (taskId === null && t('state.byAlias'))}
    </span>
  );
}

export function ActionButtons({ state, onDownload, onRestore }: { state: TerraformState } & StateActions) {
  const { t } = useTranslation();
  return (
    <div className="sy-table-actions">
      {onDownload && (
        <IconButton
          size="small"
          label={t('state.download', { serial: state.serial })}
          icon={<DownloadOutlined aria-hidden />}
          onClick={() => onDownload(state)}
        />
      )}
      {onRestore && !state.current && (
        <IconButton
          size="small"
          label={t('state.restore', { serial: state.serial })}
          icon={<RollbackOutlined aria-hidden />}
          onClick={() => onRestore(state)}
        />
      )}
    </div>
  );
}

export function stateColumns(t: TFunction, actions: StateActions): Column<TerraformState>[] {
  return [
    {
      key: 'serial',
      title: t('state.serial'),
      width: 130,
      render: ({ serial, current }) => (
        <>
          {serial} {current && <Tag>{t('state.current')}</Tag>}
        </>
      ),
    },
    { key: 'created', title: t('state.created'), width: 176, render: ({ created }) => <Moment value={created} /> },
    { key: 'origin', title: t('state.author'), render: (state) => <Origin state={state} /> },
    { key: 'changes', title: t('state.changes'), width: 130, render: (state) => <Changes state={state} /> },
    { key: 'size', title: t('state.size'), width: 90, align: 'right', render: ({ size }) => sizeWords(size) },
    {
      key: 'actions',
      title: <HiddenText text={t('common.actions')} />,
      width: 90,
      render: (state) => <ActionButtons state={state} {...actions} />,
    },
  ];
}
