import type { AuditReceiver } from '@switchyard/contracts';
import { useCallback, useState } from 'react';
import { useTestAuditReceiverMutation } from '../../api/audit-receivers-api.js';
import { useTestOutcome } from '../../components/deliveries/use-test-outcome.js';
import { useNotify } from '../../components/feedback/notify.js';

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
  const notify = useNotify();
  const [send] = useTestAuditReceiverMutation();
  const [sent, setSent] = useState<AuditReceiver | null>(null);
  const done = useCallback(() => setSent(null), []);
  const tested = rows?.find(({ id }) => id === sent?.id)?.tested ?? null;
  const outcome = tested?.at === sent?.tested?.at ? null : tested;

  useTestOutcome(sent?.name ?? null, outcome ?? undefined, done);

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
