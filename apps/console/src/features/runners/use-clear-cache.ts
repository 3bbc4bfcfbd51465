import type { Runner } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { type RunnerScope, useClearRunnerCacheMutation } from '../../api/runners-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { fullMomentText } from '../../lib/moment-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { cacheStatus } from './activity.js';

/** Clearing takes a second at least, so that it is seen to happen. */
const SHOWN_MS = 1_000;

interface ClearCache {
  hint: string;
  busy: boolean;
  clear: () => Promise<void>;
}

/** Requests that a runner clears its caches, and knows when that was requested or done last. */
export function useClearCache(scope: RunnerScope, runner: Runner): ClearCache {
  const { t } = useTranslation();
  const locale = useLocale();
  const notify = useNotify();
  const [request] = useClearRunnerCacheMutation();
  const [busy, setBusy] = useState(false);
  const date = fullMomentText(runner.cleaning_requested, locale);
  const clear = async (): Promise<void> => {
    setBusy(true);
    const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
    try {
      await request({ scope, id: runner.id }).unwrap();
      await shown;
    } catch (error) {
      notify.error(t('runners.cacheFailed', { message: errorMessage(error) }));
    } finally {
      setBusy(false);
    }
  };
  return { hint: t(`runners.cache.${cacheStatus(runner)}`, { date }), busy, clear };
}
