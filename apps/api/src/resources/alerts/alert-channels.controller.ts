import { resourceController } from '../shared/resource-controller.js';
import { alertChannelResource } from '../../definitions/alert-channel.js';
import { AlertChannelsService } from './alert-channels.service.js';

/** Where alerts of a project go. */
export class AlertChannelsController extends resourceController(alertChannelResource, AlertChannelsService) {}
