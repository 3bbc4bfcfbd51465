import type { AlertChannel, AlertDelivery } from '@switchyard/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useLazyGetAlertStateQuery, useTestAlertChannelMutation } from '../../api/alerts-api.js';
import { baseApi } from '../../api/base-api.js';
import type { AppDispatch } from '../../api/store.js';
import { useNotify } from '../../components/feedback/notify.js';

/** How often the outcome is looked for, in milliseconds, and how many times at most. */
const LOOK_MS = 1_000;
const LOOKS = 30;

interface ChannelTest {
  /** Id of the channel whose test has no outcome yet. */
  busy: number | null;
  start: (channel: AlertChannel) => Promise<void>;
}

/** A test has an outcome when it was accepted, or when a try has failed, whatever is tried later. */
const isOver = ({ status, error }: AlertDelivery): boolean => status === 'delivered' || error !== null;

/** Sends a test to a channel and shows how its first try ended. */
export function useChannelTest(projectId: number): ChannelTest {
  const { t } = useTranslation();
  const notify = useNotify();
  const dispatch = useDispatch<AppDispatch>();
  const [send] = useTestAlertChannelMutation();
  const [look] = useLazyGetAlertStateQuery();
  const [busy, setBusy] = useState<number | null>(null);

  /** Undefined when no dispatcher has tried it yet. */
  async function outcomeOf(delivery: string): Promise<AlertDelivery | undefined> {
    for (let looks = 0; looks < LOOKS; looks++) {
      const { deliveries } = await look(projectId).unwrap();
      const found = deliveries.find(({ id }) => id === delivery);
      if (found && isOver(found)) {
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return undefined;
  }

  function show(name: string, outcome: AlertDelivery | undefined): void {
    if (outcome === undefined) {
      notify.error(t('alerts.testWaits', { name }));
    } else if (outcome.error === null) {
      notify.success(t('alerts.testArrived', { name }));
    } else {
      const { code, status } = outcome.error;
      notify.error(t('alerts.testFailed', { name, reason: t(`deliveries.error.${code}`, { status }) }));
    }
  }

  async function start(channel: AlertChannel): Promise<void> {
    setBusy(channel.id);
    try {
      const { id } = await send({ projectId, id: channel.id }).unwrap();
      show(channel.name, await outcomeOf(id));
      dispatch(baseApi.util.invalidateTags(['Alert']));
    } catch (error) {
      notify.error(error);
    } finally {
      setBusy(null);
    }
  }
  return { busy, start };
}
