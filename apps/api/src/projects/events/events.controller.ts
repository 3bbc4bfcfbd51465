import { Controller, Get, Query } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { Event, EventListQuery } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ProjectMember, SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { findEvents, findLastEvents, findLastProjectEvents, findProjectEvents } from './event.repository.js';

@Controller('api')
export class EventsController {
  constructor(private readonly dataSource: DataSource) {}

  @ResponseSchema(z.array(Event))
  @Get('events')
  @SignedIn()
  list(@CurrentCaller() caller: Caller): Promise<Event[]> {
    return findEvents(this.dataSource.manager, caller);
  }

  @ResponseSchema(z.array(Event))
  @Get('events/last')
  @SignedIn()
  last(@CurrentCaller() caller: Caller): Promise<Event[]> {
    return findLastEvents(this.dataSource.manager, caller);
  }

  @ResponseSchema(z.array(Event))
  @Get('project/:projectId/events')
  @ProjectMember()
  listOfProject(
    @CurrentProject() { projectId }: ProjectAccess,
    @Query({ schema: EventListQuery }) query: EventListQuery,
  ): Promise<Event[]> {
    return findProjectEvents(this.dataSource.manager, projectId, query);
  }

  @ResponseSchema(z.array(Event))
  @Get('project/:projectId/events/last')
  @ProjectMember()
  lastOfProject(@CurrentProject() { projectId }: ProjectAccess): Promise<Event[]> {
    return findLastProjectEvents(this.dataSource.manager, projectId);
  }
}
