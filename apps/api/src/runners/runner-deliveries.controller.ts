import { Controller, Get, HttpCode, Injectable, Post } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { RunnerDelivery } from '@switchyard/contracts';
import { z } from 'zod';
import { AdminOnly, RequirePermission } from '../auth/access/access.js';
import { PathId, PathUuid } from '../platform/http/path-id.js';
import { RunnerDeliveries } from './runner-deliveries.js';
import { CurrentRunnerScope, type RunnerScope } from './runner-scope.js';

/** Deliveries to the webhook of a runner, for those who may edit the runner. */
@Injectable()
abstract class RunnerDeliveryCalls {
  constructor(private readonly deliveries: RunnerDeliveries) {}

  @ResponseSchema(z.array(RunnerDelivery))
  @Get()
  list(@CurrentRunnerScope() scope: RunnerScope, @PathId('runnerId') runnerId: number): Promise<RunnerDelivery[]> {
    return this.deliveries.list(scope, runnerId);
  }

  /** A dead delivery becomes due at once. */
  @Post(':deliveryId/send_again')
  @HttpCode(204)
  sendAgain(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') runnerId: number,
    @PathUuid('deliveryId') id: string,
  ): Promise<void> {
    return this.deliveries.sendAgain(scope, runnerId, id);
  }
}

/** Of every runner, for administrators. */
@Controller('api/runners/:runnerId/deliveries')
@AdminOnly()
export class RunnerDeliveriesController extends RunnerDeliveryCalls {}

/** Of the runners of one project. */
@Controller('api/project/:projectId/runners/:runnerId/deliveries')
@RequirePermission('manageProjectResources')
export class ProjectRunnerDeliveriesController extends RunnerDeliveryCalls {}
