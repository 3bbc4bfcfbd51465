import { CopyOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { IntegrationAlias } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AliasOwner,
  useAddIntegrationAliasMutation,
  useDeleteIntegrationAliasMutation,
  useListIntegrationAliasesQuery,
} from '../../api/integrations-api.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { late } from '../../components/feedback/late.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useAbsolute } from '../../components/page/use-absolute.js';
import { usePermission } from '../../components/page/project-context.js';
import { copyText } from '../../lib/copy-text.js';
import './integrations.css';
import { DemoGate } from '../../components/session/demo-gate.js';

const AskDialog = late(async () => (await import('../../components/dialogs/ask-dialog.js')).AskDialog);

/** Enough of an address to know it by. */
const shortName = (url: string): string => url.split('/').at(-1)?.slice(0, 6) ?? '';

interface AliasRowProps {
  row: IntegrationAlias;
  onDelete: () => void;
}

function AliasRow({ row, onDelete }: AliasRowProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const mayManage = usePermission('manageProjectResources');
  const absolute = useAbsolute();
  const name = shortName(row.url);
  const copy = async (): Promise<void> => {
    const failure = await copyText(absolute(row.url));
    if (failure === null) {
      notify.success(t('alias.copied'));
    } else {
      notify.error(t('alias.copyFailed', { message: failure }));
    }
  };
  return (
    <li>
      <code className="sy-ellipsis">{mayManage ? absolute(row.url) : row.url}</code>
      {mayManage && (
        <>
          <IconButton
            size="small"
            label={t('integration.aliases.copy', { name })}
            icon={<CopyOutlined aria-hidden />}
            onClick={() => void copy()}
          />
          <IconButton
            size="small"
            label={t('integration.aliases.delete', { name })}
            icon={<DeleteOutlined aria-hidden />}
            onClick={onDelete}
          />
        </>
      )}
    </li>
  );
}

function AddAlias({ owner }: { owner: AliasOwner }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [add, { isLoading }] = useAddIntegrationAliasMutation();
  const create = (): void => {
    add(owner)
      .unwrap()
      .catch((fault: unknown) => notify.error(fault));
  };
  return (
    <DemoGate>
      <Button size="small" icon={<PlusOutlined aria-hidden />} loading={isLoading} onClick={create}>
        {isLoading ? t('integration.aliases.loading') : t('integration.aliases.new')}
      </Button>
    </DemoGate>
  );
}

/** Addresses of an integration or of a project. */
export function AliasList({ owner }: { owner: AliasOwner }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manageProjectResources');
  const [deleting, setDeleting] = useState<IntegrationAlias | null>(null);
  const [remove] = useDeleteIntegrationAliasMutation();
  const { data: aliases } = useListIntegrationAliasesQuery(owner);
  const isProject = owner.integrationId === null;
  const title = isProject ? t('integration.aliases.project') : t('integration.aliases.title');
  return (
    <section className="in-section" aria-label={title}>
      <div className="in-head">
        <h2>{title}</h2>
        {mayManage && <AddAlias owner={owner} />}
      </div>
      <p className="sy-text2">{isProject ? t('integration.aliases.projectText') : t('integration.aliases.ownText')}</p>
      {aliases?.length === 0 && <p className="sy-text3">{t('integration.aliases.none')}</p>}
      <ul className="in-aliases">
        {aliases?.map((row) => (
          <AliasRow key={row.id} row={row} onDelete={() => setDeleting(row)} />
        ))}
      </ul>
      <Suspense fallback={null}>
        {deleting !== null && (
          <AskDialog
            title={t('integration.aliases.deleteTitle')}
            button={t('integration.aliases.deleteButton')}
            onConfirm={() => remove({ ...owner, id: deleting.id }).unwrap()}
            onClosed={() => setDeleting(null)}
          >
            <p>{t('integration.aliases.deleteText')}</p>
          </AskDialog>
        )}
      </Suspense>
    </section>
  );
}
