import type { DeliveryErrorCode } from '@switchyard/contracts';
import type { ClaimedMessage } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Prepared } from './message-sender.js';

/** What was read for a message. */
interface OfMessage {
  /** Place of the message in the request, from 1 on. */
  n: number;
}

type Find<R> = (manager: EntityManager, messageIds: readonly string[]) => Promise<R[]>;

/** Prepares messages by the rows that one query finds for them; the target of one without a row is gone. */
export async function prepareRows<R extends OfMessage>(
  manager: EntityManager,
  messages: readonly ClaimedMessage[],
  find: Find<R>,
  prepare: (message: ClaimedMessage, row: R) => Prepared | DeliveryErrorCode,
): Promise<(Prepared | DeliveryErrorCode)[]> {
  const ids = messages.map(({ id }) => id);
  const rows = new Map((await find(manager, ids)).map((row) => [row.n, row]));
  return messages.map((message, i) => {
    const row = rows.get(i + 1);
    return row ? prepare(message, row) : 'target_removed';
  });
}
