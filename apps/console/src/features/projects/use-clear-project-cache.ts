import type { CacheClearing } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useClearProjectCacheMutation, useLazyGetCacheClearingQuery } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { followClearing } from './follow-clearing.js';

/** Clearing takes a second at least, so that it is seen to happen (console 10). */
const SHOWN_MS = 1_000;

interface ClearProjectCache {
  busy: boolean;
  /** How many runners are done; `null` before the first answer. */
  progress: { done: number; of: number } | null;
  clear: () => Promise<void>;
}

/** Has runners clear what they keep of a project, and follows them. */
export function useClearProjectCache(projectId: number): ClearProjectCache {
  const { t } = useTranslation();
  const notify = useNotify();
  const [request] = useClearProjectCacheMutation();
  const [look] = useLazyGetCacheClearingQuery();
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<CacheClearing | null>(null);
  const clear = async (): Promise<void> => {
    setBusy(true);
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    try {
      await request(projectId).unwrap();
      const following = { projectId, look: () => look(projectId).unwrap(), onProgress: setState };
      const [{ left, away }] = await Promise.all([followClearing(following), shown]);
      const late = left + away;
      notify.success(late === 0 ? t('project.cacheCleaned') : t('project.cacheLater', { count: late }));
    } catch (error) {
      notify.error(t('runners.cacheFailed', { message: errorMessage(error) }));
    } finally {
      setBusy(false);
      setState(null);
    }
  };
  const progress = state && { done: state.runners - state.left - state.away, of: state.runners };
  return { busy, progress, clear };
}
