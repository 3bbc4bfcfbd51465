import { Inject, Injectable } from '@nestjs/common';
import { BusChannel, type WorkspaceChange } from '@switchyard/contracts';
import type { MessageBus } from '@switchyard/server';
import { BUS } from '../../platform/infrastructure/tokens.js';

interface ChangedWorkspace {
  projectId: number;
  inventoryId: number;
}

/** Notifies the consoles of every replica of a change to a state or its lock. A lock that the end of a task frees comes with its status. */
@Injectable()
export class WorkspaceChanges {
  constructor(@Inject(BUS) private readonly bus: MessageBus) {}

  publish({ projectId, inventoryId }: ChangedWorkspace): void {
    const change: WorkspaceChange = { project_id: projectId, inventory_id: inventoryId };
    this.bus.publish(BusChannel.workspace, JSON.stringify(change));
  }
}
