import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useBackupProjectMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { downloadText } from '../../lib/download-text.js';

/** A backup takes a second at least, so that it is seen to happen (console 9). */
const SHOWN_MS = 1_000;

/** Stores a project as a file on the user's computer. */
export function useBackup(projectId: number): { busy: boolean; backup: () => Promise<void> } {
  const { t } = useTranslation();
  const notify = useNotify();
  const [request] = useBackupProjectMutation();
  const [busy, setBusy] = useState(false);
  const backup = async (): Promise<void> => {
    setBusy(true);
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    try {
      const text = await request(projectId).unwrap();
      await shown;
      downloadText(`backup_${projectId}_${Date.now()}.json`, text, 'application/json');
      notify.success(t('project.exported'));
    } catch (error) {
      notify.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, backup };
}
