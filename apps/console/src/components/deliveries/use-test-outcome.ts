import type { DeliveryError } from '@switchyard/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../feedback/notify.js';

/** How long people wait for the outcome, in milliseconds. */
const PATIENCE_MS = 30_000;

/**
 * Shows how a test ended, or after a while that it has not.
 * @param name of what is tested; null = no test is under way
 * @param outcome undefined = there is none yet
 * @param onShown makes `name` null; the same function in every drawing
 */
export function useTestOutcome(
  name: string | null,
  outcome: { error: DeliveryError | null } | undefined,
  onShown: () => void,
): void {
  const { t } = useTranslation();
  const notify = useNotify();

  useEffect(() => {
    if (name === null || outcome === undefined) {
      return;
    }
    if (outcome.error === null) {
      notify.success(t('alerts.testArrived', { name }));
    } else {
      const { code, status } = outcome.error;
      notify.error(t('alerts.testFailed', { name, reason: t(`deliveries.error.${code}`, { status }) }));
    }
    onShown();
  }, [name, outcome, onShown, notify, t]);

  useEffect(() => {
    if (name === null) {
      return undefined;
    }
    const timer = setTimeout(() => {
      notify.error(t('alerts.testWaits', { name }));
      onShown();
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [name, onShown, notify, t]);
}
