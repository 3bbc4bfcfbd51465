import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { MemberInput, MemberUpdate, ProjectUser } from '@switchyard/contracts';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { ListQuery } from '../../platform/http/list-query.js';
import { MembersService } from './members.service.js';

@ProjectMember()
@Controller('api/project/:projectId')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @ResponseSchema(z.array(ProjectUser))
  @Get('users')
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: ListQuery }) query: ListQuery,
  ): Promise<ProjectUser[]> {
    return this.members.list(project, query);
  }

  @ResponseSchema(ProjectUser)
  @Get('users/:userId')
  read(@CurrentProject() project: ProjectAccess, @PathId('userId') userId: number): Promise<ProjectUser> {
    return this.members.read(project, userId);
  }

  @FreshSignIn('lasting')
  @Post('users')
  @HttpCode(204)
  @RequirePermission('manageProjectUsers')
  add(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: MemberInput }) input: MemberInput,
  ): Promise<void> {
    return this.members.add(caller, project, input);
  }

  @FreshSignIn('lasting')
  @Put('users/:userId')
  @HttpCode(204)
  @RequirePermission('manageProjectUsers')
  change(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('userId') userId: number,
    @Body({ schema: MemberUpdate }) input: MemberUpdate,
  ): Promise<void> {
    return this.members.change(caller, project, userId, input);
  }

  @Delete('users/:userId')
  @HttpCode(204)
  @RequirePermission('manageProjectUsers')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('userId') userId: number,
  ): Promise<void> {
    return this.members.remove(caller, project, userId);
  }

  @Delete('me')
  @HttpCode(204)
  leave(@CurrentCaller() caller: Caller, @CurrentProject() project: ProjectAccess): Promise<void> {
    return this.members.leave(caller, project);
  }
}
