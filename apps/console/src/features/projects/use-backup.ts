import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useBackupProjectMutation, useBackupProjectSecretsMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { downloadText } from '../../lib/download-text.js';

/** A backup takes a second at least, so that it is seen to happen (console 9). */
const SHOWN_MS = 1_000;

/** Stores what a request answers as a file on the user's computer. */
function useStoring(projectId: number): (request: () => Promise<string>) => Promise<void> {
  const { t } = useTranslation();
  const notify = useNotify();
  return async (request) => {
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    const text = await request();
    await shown;
    downloadText(`backup_${projectId}_${Date.now()}.json`, text, 'application/json');
    notify.success(t('project.exported'));
  };
}

/** Stores a project without its secrets. */
export function useBackup(projectId: number): { busy: boolean; backup: () => Promise<void> } {
  const notify = useNotify();
  const store = useStoring(projectId);
  const [request] = useBackupProjectMutation();
  const [busy, setBusy] = useState(false);
  const backup = async (): Promise<void> => {
    setBusy(true);
    try {
      await store(() => request(projectId).unwrap());
    } catch (error) {
      notify.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, backup };
}

/** Stores a project with its secrets under a passphrase. Failures are thrown. */
export function useSealedBackup(projectId: number): (passphrase: string) => Promise<void> {
  const store = useStoring(projectId);
  const [request, { reset }] = useBackupProjectSecretsMutation();
  return async (passphrase) => {
    await store(() => request({ projectId, passphrase }).unwrap());
    // The passphrase is kept with the request until then.
    reset();
  };
}
