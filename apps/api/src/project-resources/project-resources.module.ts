import { Global, Module } from '@nestjs/common';
import { ActiveTasks } from './active-tasks.js';
import { ActivityLog } from './activity-log.js';
import { ReferenceReader } from './references.repository.js';
import { ResourceStores } from './resource-store.js';

/** What the resources of a project have in common. */
@Global()
@Module({
  providers: [ActiveTasks, ActivityLog, ReferenceReader, ResourceStores],
  exports: [ActiveTasks, ActivityLog, ResourceStores],
})
export class ProjectResourcesModule {}
