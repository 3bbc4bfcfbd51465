import { resourceController } from '../shared/resource-controller.js';
import { environmentResource } from '../../definitions/environment.js';
import { EnvironmentsService } from './environments.service.js';

/** Variable groups. */
export class EnvironmentsController extends resourceController(environmentResource, EnvironmentsService) {}
