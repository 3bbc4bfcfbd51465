import { resourceController } from '../shared/resource-controller.js';
import { keyResource } from '../../definitions/key.js';
import { KeysService } from './keys.service.js';

/** Stored credentials. */
export class KeysController extends resourceController(keyResource, KeysService) {}
