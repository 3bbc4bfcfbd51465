import { resourceController } from '../project-resources/resource-controller.js';
import { keyResource } from '../resources/key.js';
import { KeysService } from './keys.service.js';

/** Stored credentials. */
export class KeysController extends resourceController(keyResource, KeysService) {}
