import { Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import type { ProjectUser } from '@switchyard/contracts';
import { ProjectMember } from '../auth/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/caller.js';
import { PathId } from '../http/path-id.js';
import { ListQuery } from '../project-resources/list-query.js';
import { MembersService } from './members.service.js';

@ProjectMember()
@Controller('api/project/:projectId')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get('users')
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: ListQuery }) query: ListQuery,
  ): Promise<ProjectUser[]> {
    return this.members.list(project, query);
  }

  @Get('users/:userId')
  read(@CurrentProject() project: ProjectAccess, @PathId('userId') userId: number): Promise<ProjectUser> {
    return this.members.read(project, userId);
  }

  @Delete('me')
  @HttpCode(204)
  leave(@CurrentCaller() caller: Caller, @CurrentProject() project: ProjectAccess): Promise<void> {
    return this.members.leave(caller, project);
  }
}
