import type { CacheClearing } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useClearProjectCacheMutation, useLazyGetCacheClearingQuery } from '../../api/projects-api.js';
import { useNotify } from '../../components/feedback/notify.js';

/** Clearing takes a second at least, so that it is seen to happen (console 10); the runners are asked that often, too. */
const LOOK_MS = 1_000;
/** Longest time that the button shows the progress; runners go on without it. */
const MOST_LOOKS = 60;

interface ClearProjectCache {
  busy: boolean;
  /** How many runners are done; `null` before the first answer. */
  progress: { done: number; of: number } | null;
  clear: () => Promise<void>;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

/** Has runners clear what they keep of a project, and follows them. */
export function useClearProjectCache(projectId: number): ClearProjectCache {
  const { t } = useTranslation();
  const notify = useNotify();
  const [request] = useClearProjectCacheMutation();
  const [look] = useLazyGetCacheClearingQuery();
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<CacheClearing | null>(null);
  const follow = async (): Promise<CacheClearing> => {
    for (let looks = 1; ; looks += 1) {
      await pause();
      const now = await look(projectId).unwrap();
      setState(now);
      if (now.left === 0 || looks === MOST_LOOKS) {
        return now;
      }
    }
  };
  const clear = async (): Promise<void> => {
    setBusy(true);
    try {
      await request(projectId).unwrap();
      const { left, away } = await follow();
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
