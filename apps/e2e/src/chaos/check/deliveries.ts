import { groupBy } from '../group-by.js';
import type { History, Violation } from '../history/history.js';

/** Promise 6, for webhooks: a delivery id has one task at most, and the one that its sender was answered. */
export function checkDeliveries({ tasks, deliveries }: History): Violation[] {
  const started = groupBy(
    tasks.filter(({ deliveryId }) => deliveryId !== null),
    ({ deliveryId }) => deliveryId ?? '',
  );
  const doubled = [...started].filter(([, of]) => of.length > 1);
  const lost = deliveries.filter(({ id, taskId }) => started.get(id)?.every((task) => task.id !== taskId) ?? true);
  return [
    ...doubled.map(([id, of]) => ({ promise: 6, taskId: of[1]?.id ?? null, text: `${id} started ${of.length} tasks` })),
    ...lost.map(({ id, taskId }) => ({
      promise: 6,
      taskId,
      text: `${id} was answered task ${taskId}, which is not its`,
    })),
  ];
}
