import type { Project } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useDeleteProjectMutation } from '../../api/projects-api.js';
import { Dialog } from '../../components/dialog.js';
import { useNotify } from '../../components/notify.js';

interface DeleteProjectDialogProps {
  project: Project;
  onDeleted: () => void;
  onClosed: () => void;
}

/** Names what dies with the project before it is deleted. */
export function DeleteProjectDialog({ project, onDeleted, onClosed }: DeleteProjectDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [remove, { isLoading }] = useDeleteProjectMutation();
  const close = (): void => setOpen(false);
  const confirm = async (): Promise<void> => {
    try {
      await remove(project.id).unwrap();
      notify.success(t('project.deleted', { name: project.name }));
      onDeleted();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <Dialog
      open={open}
      width={440}
      maskCloses
      title={t('delete.title', { name: project.name })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button danger type="primary" loading={isLoading} onClick={() => void confirm()}>
            {t('project.delete')}
          </Button>
        </>
      }
    >
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <p>{t('project.deleteText')}</p>
      <p className="sy-text2">{t('delete.final')}</p>
    </Dialog>
  );
}
