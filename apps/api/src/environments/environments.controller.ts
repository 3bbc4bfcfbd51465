import { resourceController } from '../project-resources/resource-controller.js';
import { environmentResource } from '../resources/environment.js';
import { EnvironmentsService } from './environments.service.js';

/** Variable groups. */
export class EnvironmentsController extends resourceController(environmentResource, EnvironmentsService) {}
