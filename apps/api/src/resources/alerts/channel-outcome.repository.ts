import { type AlertOutcome, deliveryErrorText } from '@switchyard/contracts';
import { OutboxTarget } from '@switchyard/database';
import { type EntityManager, In } from 'typeorm';

/** How the last tries to these channels ended, by channel; one that was never tried is missing. */
export async function findOutcomes(
  manager: EntityManager,
  channelIds: readonly number[],
): Promise<Map<number, AlertOutcome>> {
  const targets = await manager.findBy(OutboxTarget, { kind: 'alert_channel', targetId: In([...channelIds]) });
  return new Map(
    targets.map(({ targetId, answered, answerStatus: status, error: code }) => [
      targetId,
      { at: answered.toISOString(), error: code && { code, text: deliveryErrorText(code), status } },
    ]),
  );
}
