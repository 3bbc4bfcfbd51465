import { CopyOutlined, PlusOutlined } from '@ant-design/icons';
import type { TerraformAlias } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useDeleteAliasMutation, useListAliasesQuery, type WorkspaceRef } from '../../api/terraform-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { ReasonedButton } from '../../components/actions/reasoned-button.js';
import { RowActions } from '../../components/actions/row-actions.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useAbsolute } from '../../components/page/use-absolute.js';
import { useFeature } from '../../components/page/use-feature.js';
import { usePermission } from '../../components/page/project-context.js';
import { copyText } from '../../lib/copy-text.js';
import { AliasDialog } from './alias-dialog.js';

function CopyUrl({ url }: { url: string }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(url);
    if (failure === null) {
      notify.success(t('alias.copied'));
    } else {
      notify.error(t('alias.copyFailed', { message: failure }));
    }
  };
  return (
    <IconButton size="small" label={t('alias.copy')} icon={<CopyOutlined aria-hidden />} onClick={() => void copy()} />
  );
}

type Open = { kind: 'edit' | 'delete'; row: TerraformAlias } | { kind: 'new' } | null;

function AliasDialogs({ workspace, open, onClosed }: { workspace: WorkspaceRef; open: Open; onClosed: () => void }) {
  const { t } = useTranslation();
  const [remove] = useDeleteAliasMutation();
  if (open === null) {
    return null;
  }
  if (open.kind !== 'delete') {
    return <AliasDialog workspace={workspace} row={open.kind === 'edit' ? open.row : null} onClosed={onClosed} />;
  }
  return (
    <AskDialog
      title={t('alias.deleteTitle')}
      button={t('alias.delete')}
      onConfirm={() => remove({ ...workspace, id: open.row.id }).unwrap()}
      onClosed={onClosed}
    >
      <p>{t('alias.deleteText')}</p>
    </AskDialog>
  );
}

/** Addresses by which Terraform outside of tasks reaches the state of a workspace. */
export function AliasList({ workspace }: { workspace: WorkspaceRef }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>(null);
  const absolute = useAbsolute();
  const mayManage = usePermission('manageProjectResources');
  const isOn = useFeature('terraform_backend') === true;
  const { data: aliases = [] } = useListAliasesQuery(workspace);
  const { data: keys = [] } = useListKeysQuery(workspace.projectId);
  return (
    <section className="ws-section" aria-label={t('alias.title')}>
      <div className="ws-head">
        <h2>{t('alias.title')}</h2>
        {mayManage && (
          <ReasonedButton
            size="small"
            icon={<PlusOutlined aria-hidden />}
            reason={isOn ? undefined : t('workspace.premium')}
            onClick={() => setOpen({ kind: 'new' })}
          >
            {t('alias.new')}
          </ReasonedButton>
        )}
      </div>
      {aliases.length === 0 && <p className="sy-text2">{t('alias.empty')}</p>}
      <ul className="ws-aliases">
        {aliases.map((row) => (
          <li key={row.id}>
            <code className="ws-alias-url sy-ellipsis">{absolute(row.url)}</code>
            <CopyUrl url={absolute(row.url)} />
            <span className="ws-alias-key sy-text2 sy-grow sy-ellipsis">
              {keys.find(({ id }) => id === row.auth_key_id)?.name}
            </span>
            {mayManage && (
              <RowActions
                name={row.alias.slice(0, 6)}
                onEdit={() => setOpen({ kind: 'edit', row })}
                onDelete={() => setOpen({ kind: 'delete', row })}
              />
            )}
          </li>
        ))}
      </ul>
      <AliasDialogs workspace={workspace} open={open} onClosed={() => setOpen(null)} />
    </section>
  );
}
