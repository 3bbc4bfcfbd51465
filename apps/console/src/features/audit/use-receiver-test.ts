import type { AuditReceiver } from '@switchyard/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTestAuditReceiverMutation } from '../../api/audit-receivers-api.js';
import { useNotify } from '../../components/feedback/notify.js';

/** How long people wait for the outcome, in milliseconds. */
const PATIENCE_MS = 30_000;

interface ReceiverTest {
  /** Id of the receiver whose test has no outcome yet. */
  busy: number | null;
  start: (receiver: AuditReceiver) => Promise<void>;
}

/**
 * Sends a test to a receiver and shows how it ended, once the list shows it.
 * @param rows the list, which is read again as it changes
 */
export function useReceiverTest(rows: readonly AuditReceiver[] | undefined): ReceiverTest {
  const { t } = useTranslation();
  const notify = useNotify();
  const [send] = useTestAuditReceiverMutation();
  const [sent, setSent] = useState<AuditReceiver | null>(null);
  const tested = rows?.find(({ id }) => id === sent?.id)?.tested ?? null;
  const outcome = tested?.at === sent?.tested?.at ? null : tested;

  useEffect(() => {
    if (sent === null || outcome === null) {
      return;
    }
    const { name } = sent;
    if (outcome.error === null) {
      notify.success(t('alerts.testArrived', { name }));
    } else {
      const { code, status } = outcome.error;
      notify.error(t('alerts.testFailed', { name, reason: t(`deliveries.error.${code}`, { status }) }));
    }
    setSent(null);
  }, [sent, outcome, notify, t]);

  useEffect(() => {
    if (sent === null) {
      return undefined;
    }
    const timer = setTimeout(() => {
      notify.error(t('alerts.testWaits', { name: sent.name }));
      setSent(null);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [sent, notify, t]);

  async function start(receiver: AuditReceiver): Promise<void> {
    setSent(receiver);
    try {
      await send(receiver.id).unwrap();
    } catch (error) {
      notify.error(error);
      setSent(null);
    }
  }
  return { busy: sent?.id ?? null, start };
}
