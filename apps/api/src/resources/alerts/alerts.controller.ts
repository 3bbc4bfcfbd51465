import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { AlertStatus, AlertTest } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { RequirePermission } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId, PathUuid } from '../../platform/http/path-id.js';
import { AlertDeliveries } from './alert-deliveries.js';

/** Alerts of a project on their way. */
@Controller('api/project/:projectId')
export class AlertsController {
  constructor(private readonly deliveries: AlertDeliveries) {}

  @ResponseSchema(AlertStatus)
  @Get('alert_deliveries')
  @RequirePermission('manageProjectResources')
  list(@CurrentProject() { projectId }: ProjectAccess): Promise<AlertStatus> {
    return this.deliveries.list(projectId);
  }

  /** A dead delivery becomes due at once. */
  @Post('alert_deliveries/:alertId/send_again')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  sendAgain(@CurrentProject() { projectId }: ProjectAccess, @PathUuid('alertId') id: string): Promise<void> {
    return this.deliveries.sendAgain(projectId, id);
  }

  @ResponseSchema(AlertTest)
  @Post('alert_channels/:channelId/test')
  @RequirePermission('manageProjectResources')
  test(@CurrentProject() { projectId }: ProjectAccess, @PathId('channelId') id: number): Promise<AlertTest> {
    return this.deliveries.test(projectId, id);
  }

  @Post('notifications/test')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  testAll(@CurrentProject() { projectId }: ProjectAccess): Promise<void> {
    return this.deliveries.testAll(projectId);
  }
}
