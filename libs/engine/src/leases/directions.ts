import type { Directions, HeldAttempt, Order } from '@switchyard/contracts';

/**
 * Directions to a runner for the attempts it holds.
 * @param orders the order of every attempt whose lease is good
 */
export function directionsFor(held: readonly HeldAttempt[], orders: ReadonlyMap<number, Order>): Directions {
  const directions: Directions = { orders: [], stale: [] };
  for (const { attempt, order: acted } of held) {
    const order = orders.get(attempt);
    if (order === undefined) {
      directions.stale.push(attempt);
    } else if (order !== acted) {
      directions.orders.push({ attempt, order });
    }
  }
  return directions;
}
