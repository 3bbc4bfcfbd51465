import { LockOutlined } from '@ant-design/icons';
import type { TerraformLock } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFreeStateLockMutation, useGetStateLockQuery, type WorkspaceRef } from '../../api/terraform-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { Moment } from '../../components/display/moment.js';
import { usePermission } from '../../components/page/project-context.js';
import { TaskLink } from '../../components/task/task-link.js';

/** Why a lock outlives its task. */
const lostWords = ({ runner }: TerraformLock, t: TFunction): string =>
  runner === null ? t('state.lostForGood') : t('state.lost', { runner });

function LockFacts({ lock }: { lock: TerraformLock }) {
  const { t } = useTranslation();
  return (
    <>
      {lock.task_id !== null && <TaskLink taskId={lock.task_id} />} <Moment value={lock.created} />
      {lock.lost !== null && <p>{lostWords(lock, t)}</p>}
    </>
  );
}

/** Who holds the lock of a workspace, and what to know before it is freed; nothing while it is free. */
export function LockNotice({ workspace }: { workspace: WorkspaceRef }) {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  const mayFree = usePermission('updateProject');
  const { data } = useGetStateLockQuery(workspace);
  const [free] = useFreeStateLockMutation();
  const lock = data?.lock;
  if (!lock) {
    return null;
  }
  return (
    <>
      <Alert
        type="warning"
        showIcon
        icon={<LockOutlined aria-hidden />}
        title={t('state.locked', { who: lock.who })}
        description={<LockFacts lock={lock} />}
        action={mayFree && <Button onClick={() => setAsks(true)}>{t('state.free')}</Button>}
      />
      {asks && (
        <AskDialog
          title={t('state.freeTitle')}
          button={t('state.free')}
          onConfirm={() => free(workspace).unwrap()}
          onClosed={() => setAsks(false)}
        >
          <p>{t('state.freeText', { who: lock.who })}</p>
          {lock.lost !== null && <p>{lostWords(lock, t)}</p>}
        </AskDialog>
      )}
    </>
  );
}
