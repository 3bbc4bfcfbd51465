import type { TerraformState } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useGetWholeStateMutation,
  useListStatesQuery,
  useRestoreStateMutation,
  type WorkspaceRef,
} from '../../api/terraform-api.js';
import { useLiveList } from '../../api/live-lists.js';
import { Caret } from '../../components/data-table/caret.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Moment } from '../../components/display/moment.js';
import { useNotify } from '../../components/feedback/notify.js';
import { usePermission } from '../../components/page/project-context.js';
import { downloadText } from '../../lib/download-text.js';
import { LockNotice } from './lock-notice.js';
import { OfferedStates } from './offered-states.js';
import { ActionButtons, Changes, Origin, type StateActions, stateColumns } from './state-columns.js';
import { StateView } from './state-view.js';

function useDownload(workspace: WorkspaceRef): (state: TerraformState) => void {
  const notify = useNotify();
  const [read] = useGetWholeStateMutation();
  return ({ id, serial }) =>
    void read({ ...workspace, id })
      .unwrap()
      .then((text) => downloadText(`state-${serial}.tfstate`, text, 'application/json'))
      .catch(notify.error);
}

interface RestoreProps {
  workspace: WorkspaceRef;
  state: TerraformState;
  onClosed: () => void;
}

function RestoreDialog({ workspace, state: { id, serial }, onClosed }: RestoreProps) {
  const { t } = useTranslation();
  const [restore] = useRestoreStateMutation();
  return (
    <AskDialog
      title={t('state.restoreTitle', { serial })}
      button={t('state.restoreButton')}
      onConfirm={() => restore({ ...workspace, id }).unwrap()}
      onClosed={onClosed}
    >
      <p>{t('state.restoreText')}</p>
    </AskDialog>
  );
}

function NarrowState({ state, actions }: { state: TerraformState; actions: StateActions }) {
  const { t } = useTranslation();
  return (
    <NarrowRow
      title={t('state.version', { serial: state.serial })}
      meta={
        <>
          <Moment value={state.created} />
          <Changes state={state} />
          <Origin state={state} />
        </>
      }
      action={<ActionButtons state={state} {...actions} />}
    />
  );
}

function StateTable({ workspace, actions }: { workspace: WorkspaceRef; actions: StateActions }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListStatesQuery(workspace);
  return (
    <DataTable<TerraformState>
      label={t('state.title')}
      rows={data}
      rowKey={({ id }) => id}
      error={error}
      onRetry={() => void refetch()}
      density="tight"
      empty={<p className="ws-state sy-text2">{t('state.none')}</p>}
      columns={stateColumns(t, actions)}
      narrowRow={(state) => <NarrowState state={state} actions={actions} />}
      expansion={{
        title: <HiddenText text={t('state.title')} />,
        isExpandable: () => true,
        caret: ({ serial }, expanded, onToggle) => (
          <Caret
            expanded={expanded}
            label={expanded ? t('state.hide', { serial }) : t('state.show', { serial })}
            onToggle={onToggle}
          />
        ),
        content: ({ id }) => <StateView workspace={workspace} id={id} />,
      }}
    />
  );
}

/** Versions of the state of a workspace, with the lock. */
export function StateList({ workspace }: { workspace: WorkspaceRef }) {
  const { t } = useTranslation();
  const [restored, setRestored] = useState<TerraformState | null>(null);
  const mayRead = usePermission('manageProjectResources');
  const mayRestore = usePermission('updateProject');
  const download = useDownload(workspace);
  useLiveList({ of: 'state', inventoryId: workspace.inventoryId });
  const actions: StateActions = {
    onDownload: mayRead ? download : undefined,
    onRestore: mayRestore ? setRestored : undefined,
  };
  return (
    <section className="ws-section" aria-label={t('state.title')}>
      <div className="ws-head">
        <h2>{t('state.title')}</h2>
      </div>
      <LockNotice workspace={workspace} />
      <OfferedStates workspace={workspace} />
      <div className="ws-bleed">
        <StateTable workspace={workspace} actions={actions} />
      </div>
      {restored && <RestoreDialog workspace={workspace} state={restored} onClosed={() => setRestored(null)} />}
    </section>
  );
}
