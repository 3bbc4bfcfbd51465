import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useClearProjectCacheMutation } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';

/** Clearing takes a second at least, so that it is seen to happen (console 10). */
const SHOWN_MS = 1_000;

interface ClearProjectCache {
  busy: boolean;
  clear: () => Promise<void>;
}

/** Requests that runners clear what they keep of a project. */
export function useClearProjectCache(projectId: number): ClearProjectCache {
  const { t } = useTranslation();
  const notify = useNotify();
  const [request] = useClearProjectCacheMutation();
  const [busy, setBusy] = useState(false);
  const clear = async (): Promise<void> => {
    setBusy(true);
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    try {
      await request(projectId).unwrap();
      await shown;
      notify.success(t('project.cacheCleaned'));
    } catch (error) {
      notify.error(t('runners.cacheFailed', { message: errorMessage(error) }));
    } finally {
      setBusy(false);
    }
  };
  return { busy, clear };
}
