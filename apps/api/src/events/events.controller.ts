import { Controller, Get } from '@nestjs/common';
import type { Event } from '@switchyard/contracts';
import { ProjectMember, SignedIn } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { EventRepository } from './event.repository.js';

@Controller('api')
export class EventsController {
  constructor(private readonly events: EventRepository) {}

  @Get('events')
  @SignedIn()
  list(@CurrentCaller() caller: Caller): Promise<Event[]> {
    return this.events.list(caller);
  }

  @Get('events/last')
  @SignedIn()
  last(@CurrentCaller() caller: Caller): Promise<Event[]> {
    return this.events.last(caller);
  }

  @Get('project/:projectId/events')
  @ProjectMember()
  listOfProject(@CurrentProject() { projectId }: ProjectAccess): Promise<Event[]> {
    return this.events.listOfProject(projectId);
  }

  @Get('project/:projectId/events/last')
  @ProjectMember()
  lastOfProject(@CurrentProject() { projectId }: ProjectAccess): Promise<Event[]> {
    return this.events.lastOfProject(projectId);
  }
}
