import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { BusChannel } from '@switchyard/contracts';
import type { MessageBus } from '@switchyard/server';
import { BUS } from '../../platform/infrastructure/tokens.js';

/** Called with the ids of users whose sessions, tokens, memberships or flags changed; `null` = any user may be meant. */
export type AccessListener = (userIds: readonly number[] | null) => void;

/** Ids that fit into one bus message with room to spare. */
const IDS_PER_MESSAGE = 500;

/** Notifies every process of the installation of the users whose access changed, so that no cached right outlives it. */
@Injectable()
export class AccessChanges implements OnModuleInit, OnModuleDestroy {
  private readonly listeners = new Set<AccessListener>();
  private readonly endings: (() => void)[] = [];

  constructor(@Inject(BUS) private readonly bus: MessageBus) {}

  onModuleInit(): void {
    this.endings.push(
      this.bus.subscribe(BusChannel.access, (payload) => this.notifyListeners(parseIds(payload))),
      this.bus.onReconnect(() => this.notifyListeners(null)),
    );
  }

  onModuleDestroy(): void {
    this.endings.forEach((end) => end());
  }

  /** Call it after the change was committed. Listeners of this process are called at once, those of others in a moment. */
  publish(userIds: readonly number[]): void {
    this.notifyListeners(userIds);
    for (let start = 0; start < userIds.length; start += IDS_PER_MESSAGE) {
      this.bus.publish(BusChannel.access, userIds.slice(start, start + IDS_PER_MESSAGE).join(','));
    }
  }

  /** Answers the function that ends it. */
  onChange(listener: AccessListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** As `publish`, for what every process sees by itself. */
  notifyListeners(userIds: readonly number[] | null): void {
    this.listeners.forEach((listener) => listener(userIds));
  }
}

function parseIds(payload: string): number[] {
  return payload.split(',').map(Number).filter(Number.isInteger);
}
