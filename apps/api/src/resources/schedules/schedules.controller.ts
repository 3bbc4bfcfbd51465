import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import {
  Schedule,
  ScheduleActiveInput,
  ScheduleForecast,
  ScheduleTimingInput,
  TemplateScheduleQuery,
} from '@switchyard/contracts';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { ReadsOnly } from '../../auth/audit/audit-as.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { resourceController } from '../shared/resource-controller.js';
import { scheduleResource } from '../../definitions/schedule.js';
import { SchedulesService } from './schedules.service.js';

/** When templates are started by themselves. */
export class SchedulesController extends resourceController(scheduleResource, SchedulesService) {
  /** Answers the next due times. */
  @ResponseSchema(ScheduleForecast)
  @Post('validate')
  @HttpCode(200)
  @ReadsOnly()
  @RequirePermission('manageProjectResources')
  validate(@Body({ schema: ScheduleTimingInput }) timing: ScheduleTimingInput): ScheduleForecast {
    return this.service.forecast(timing);
  }

  @Put(':scheduleId/active')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  setActive(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('scheduleId') id: number,
    @Body({ schema: ScheduleActiveInput }) input: ScheduleActiveInput,
  ): Promise<void> {
    return this.service.setActive(caller, projectId, id, input);
  }
}

/** Schedules of one template: those that look for commits, or all of them. */
@Controller('api/project/:projectId/templates/:templateId/schedules')
export class TemplateSchedulesController {
  constructor(private readonly schedules: SchedulesService) {}

  @ResponseSchema(z.array(Schedule))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
    @Query({ schema: TemplateScheduleQuery }) { all }: TemplateScheduleQuery,
  ): Promise<Schedule[]> {
    return this.schedules.listOfTemplate(projectId, templateId, all === 'true');
  }
}
