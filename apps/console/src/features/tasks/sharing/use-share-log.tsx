import { LOG_LINK_PERMISSION, type TaskWithTemplate } from '@switchyard/contracts';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogAction } from '../../../components/log-viewer/index.js';
import { usePermission, useProject } from '../../../components/page/project-context.js';
import { late } from '../../../components/feedback/late.js';

const ShareDialog = late(async () => (await import('./share-dialog.js')).ShareDialog);

/** The entry of the log's menu for its links, where the project allows some and the user may make them, and its dialog. */
export function useShareLog({ id: taskId, project_id: projectId }: TaskWithTemplate): {
  action: LogAction | undefined;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { project } = useProject();
  const may = usePermission(LOG_LINK_PERMISSION) && project.allow_log_links;
  return {
    action: may ? { label: t('logLink.title'), onChoose: () => setOpen(true) } : undefined,
    dialog: open && (
      <Suspense fallback={null}>
        <ShareDialog task={{ projectId, taskId }} onClosed={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
