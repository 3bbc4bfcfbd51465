import type { ProjectSync } from '@switchyard/contracts';
import { Alert, Button, Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useEndSyncMutation, useSaveSyncMutation } from '../../api/sync-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';

interface Values {
  repository_id: number;
  prune: boolean;
}

interface SyncDialogProps {
  projectId: number;
  /** `null` = the project is not synced. */
  sync: ProjectSync | null;
  onClosed: () => void;
}

/** Which repository a project is synced from. */
export function SyncDialog({ projectId, sync, onClosed }: SyncDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const { data: repositories } = useListGitRepositoriesQuery(projectId);
  const [save] = useSaveSyncMutation();
  const [end] = useEndSyncMutation();
  if (repositories === undefined) {
    return null;
  }
  const first = sync?.repository_id ?? repositories[0]?.id ?? 0;
  return (
    <FormDialog<Values>
      title={t('sync.title')}
      width={520}
      initial={{ repository_id: first, prune: sync?.prune ?? false }}
      draft={null}
      submitText={t('common.save')}
      validate={() => []}
      onSubmit={async (body) => {
        await save({ projectId, body }).unwrap();
        notify.success(t('sync.saved'));
      }}
      aside={
        sync && (
          <Button danger onClick={() => void end(projectId).unwrap().then(onClosed)}>
            {t('sync.end')}
          </Button>
        )
      }
      onClosed={onClosed}
    >
      <Alert className="sy-dialog-alert" type="info" showIcon title={t('sync.hint')} />
      <Form.Item name="repository_id" label={t('template.repository')} required>
        <ResourceSelect kind="repository" loading={false} rows={repositories} />
      </Form.Item>
      <Form.Item name="prune" valuePropName="checked">
        <Checkbox>{t('sync.prune')}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
}
