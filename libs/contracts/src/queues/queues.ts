import { z } from 'zod';

/**
 * BullMQ queues. A job is a wake-up that carries ids or nothing, never a secret or a payload worth losing: emptying a
 * queue loses time, not work.
 */
export const QueueName = { dispatch: 'dispatch', delivery: 'delivery' } as const;
export type QueueName = (typeof QueueName)[keyof typeof QueueName];

/** Message of the `dispatch` queue: something happened that may let a waiting task start. `reason` is for logs only. */
export const DispatchJob = z.object({ reason: z.string().max(255) });
export type DispatchJob = z.infer<typeof DispatchJob>;

/** Message of the `delivery` queue: a delivery was written that is to be sent. `reason` is for logs only. */
export const DeliveryJob = z.object({ reason: z.string().max(255) });
export type DeliveryJob = z.infer<typeof DeliveryJob>;
