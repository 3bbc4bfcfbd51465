import { alertChannelResource } from './alert-channel.js';
import type { ResourceDefinition } from './definition.js';
import type { OwnedRow } from '../platform/database/owned-rows.repository.js';
import { environmentResource } from './environment.js';
import { integrationResource } from './integration.js';
import { inventoryResource } from './inventory.js';
import { keyResource } from './key.js';
import { repositoryResource } from './repository.js';
import { scheduleResource } from './schedule.js';
import { templateResource } from './template.js';
import { viewResource } from './view.js';
import { workflowResource } from './workflow.js';

const definitions = [
  keyResource,
  repositoryResource,
  inventoryResource,
  environmentResource,
  viewResource,
  templateResource,
  workflowResource,
  scheduleResource,
  integrationResource,
  alertChannelResource,
] as const;

/** Names of the kinds of resources. */
export type ResourceNoun = (typeof definitions)[number]['noun'];

/** The row of a kind of resource. */
export type RowOfNoun<N extends ResourceNoun> = InstanceType<
  Extract<(typeof definitions)[number], { noun: N }>['entity']
>;

/** Every kind of resource of a project, behind those that its example refers to. */
export const RESOURCES = definitions as readonly (ResourceDefinition<OwnedRow> & { noun: ResourceNoun })[];
