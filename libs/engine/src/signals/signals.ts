import { CoalescedSet } from '@switchyard/concurrency';
import { BusChannel, deliveryMessage, taskMessage } from '@switchyard/contracts';
import type { Signals } from '../ports.js';

/** The publishing side of a bus. */
export interface SignalBus {
  publish(channel: string, payload: string): void;
}

/** Requests work; several requests may become one. */
export interface SignalWake {
  request(message: { reason: string }): void;
}

/** Most ids or tuples in one message, so that it stays below the size limit of a bus. */
const PER_MESSAGE = 100;
/** Shortest time between two messages about the fleet, in milliseconds: people need nothing faster. */
const FLEET_MS = 1_000;
/** The same between two messages about lists of deliveries. */
const LISTS_MS = 500;

/**
 * Signals that travel by a bus and by the queues that dispatchers work on. A request for a drain goes both ways: by the bus
 * at once, by the queue for the case that the bus loses it.
 */
export function createSignals(bus: SignalBus, dispatch: SignalWake, deliveries: SignalWake): Signals {
  const publishFleet = (runnerIds: ReadonlySet<number>): void => {
    for (const part of parts([...runnerIds])) {
      bus.publish(BusChannel.fleet, part.join(','));
    }
  };
  const fleet = new CoalescedSet(publishFleet, { pauseMs: () => FLEET_MS, background: true });
  const publishLists = (messages: ReadonlySet<string>): void =>
    messages.forEach((message) => bus.publish(BusChannel.delivery, message));
  const lists = new CoalescedSet(publishLists, { pauseMs: () => LISTS_MS, background: true });
  return {
    taskChanged: (update) => bus.publish(BusChannel.task, taskMessage(update)),
    logGrew: (growth) => {
      for (const part of parts(growth)) {
        bus.publish(BusChannel.log, JSON.stringify(part));
      }
    },
    runnersWoken: (runnerIds) => {
      for (const part of parts([...new Set(runnerIds)])) {
        bus.publish(BusChannel.runner, part.join(','));
      }
    },
    runnersChanged: (runnerIds) => fleet.add(runnerIds),
    dispatchNeeded: (reason) => {
      bus.publish(BusChannel.dispatch, '');
      dispatch.request({ reason });
    },
    messagesWritten: () => deliveries.request({ reason: 'deliveries written' }),
    deliveryListsChanged: (changes) => lists.add(changes.map(deliveryMessage)),
    alertsDue: () => bus.publish(BusChannel.missed, ''),
    schedulesChanged: () => bus.publish(BusChannel.schedule, ''),
    listingsEnded: () => bus.publish(BusChannel.listing, ''),
    demoDue: () => bus.publish(BusChannel.demo, ''),
    projectsDeleted: () => bus.publish(BusChannel.removal, ''),
    accessChanged: (userIds) => {
      for (const part of parts(userIds)) {
        bus.publish(BusChannel.access, part.join(','));
      }
    },
  };
}

function* parts<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += PER_MESSAGE) {
    yield list.slice(at, at + PER_MESSAGE);
  }
}
