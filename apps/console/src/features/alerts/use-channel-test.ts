import type { AlertChannel, AlertDelivery } from '@switchyard/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAlertStatusQuery, useTestAlertChannelMutation } from '../../api/alerts-api.js';
import { useNotify } from '../../components/feedback/notify.js';

/** How long people wait for the outcome, in milliseconds. */
const PATIENCE_MS = 30_000;

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
  const { t } = useTranslation();
  const notify = useNotify();
  const [send] = useTestAlertChannelMutation();
  const { data } = useGetAlertStatusQuery(projectId);
  const [sent, setSent] = useState<Sent | null>(null);
  const outcome = data?.deliveries.find((each) => each.id === sent?.delivery && isOver(each));

  useEffect(() => {
    if (sent === null || outcome === undefined) {
      return;
    }
    const { name } = sent.channel;
    if (outcome.error === null) {
      notify.success(t('alerts.testArrived', { name }));
    } else {
      const { code, status } = outcome.error;
      notify.error(t('alerts.testFailed', { name, reason: t(`deliveries.error.${code}`, { status }) }));
    }
    setSent(null);
  }, [sent, outcome, notify, t]);

  useEffect(() => {
    if (sent === null || sent.delivery === null) {
      return undefined;
    }
    const timer = setTimeout(() => {
      notify.error(t('alerts.testWaits', { name: sent.channel.name }));
      setSent(null);
    }, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [sent, notify, t]);

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
