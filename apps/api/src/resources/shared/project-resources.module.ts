import { Global, Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.js';
import { plainResource } from './plain-resource.js';
import { ResourceStores } from './resource-store.js';
import { inventoryResource } from '../../definitions/inventory.js';
import { repositoryResource } from '../../definitions/repository.js';

/** What the resources of a project have in common. */
@Global()
@Module({
  imports: [plainResource(repositoryResource), plainResource(inventoryResource)],
  providers: [ActivityLog, ResourceStores],
  exports: [ActivityLog, ResourceStores],
})
export class ProjectResourcesModule {}
