import type { AlertChannel, AlertDelivery } from '@switchyard/contracts';
import { useCallback, useState } from 'react';
import { useGetAlertStatusQuery, useTestAlertChannelMutation } from '../../api/alerts-api.js';
import { useTestOutcome } from '../../components/deliveries/use-test-outcome.js';
import { useNotify } from '../../components/feedback/notify.js';

/** A test on its way. */
interface Sent {
  channel: AlertChannel;
  /** Id of its delivery; null = it is not written yet. */
  delivery: string | null;
}

interface ChannelTest {
  /** Id of the channel whose test has no outcome yet. */
  busy: number | null;
  start: (channel: AlertChannel) => Promise<void>;
}

/** A test has an outcome when it was accepted, or when a try has failed, whatever is tried later. */
export const isOver = ({ status, error }: AlertDelivery): boolean => status === 'delivered' || error !== null;

/** Sends a test to a channel and shows how its first try ended, once the list of alerts, which is live, shows it. */
export function useChannelTest(projectId: number): ChannelTest {
  const notify = useNotify();
  const [send] = useTestAlertChannelMutation();
  const { data } = useGetAlertStatusQuery(projectId);
  const [sent, setSent] = useState<Sent | null>(null);
  const done = useCallback(() => setSent(null), []);
  const outcome = data?.deliveries.find((each) => each.id === sent?.delivery && isOver(each));

  useTestOutcome(sent?.delivery ? sent.channel.name : null, outcome, done);

  async function start(channel: AlertChannel): Promise<void> {
    setSent({ channel, delivery: null });
    try {
      const { id } = await send({ projectId, id: channel.id }).unwrap();
      setSent({ channel, delivery: id });
    } catch (error) {
      notify.error(error);
      setSent(null);
    }
  }
  return { busy: sent?.channel.id ?? null, start };
}
