import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ProjectSync, ProjectSyncInput } from '@switchyard/contracts';
import { BodyExample, ResponseSchema } from '@switchyard/server';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { ProjectSyncs } from './project-syncs.js';

/** The sync of a project from a repository: runners read `.switchyard/*.yaml` of its branch, and the server applies it. */
@Controller('api/project/:projectId/sync')
export class SyncController {
  constructor(private readonly syncs: ProjectSyncs) {}

  /** The sync with its last result, and the resources that files hold; null = the project is not synced. */
  @ResponseSchema(ProjectSync.nullable())
  @Get()
  @ProjectMember()
  read(@CurrentProject() { projectId }: ProjectAccess): Promise<ProjectSync | null> {
    return this.syncs.read(projectId);
  }

  /** Switches the sync on, or changes it. It acts for the caller from now on, and looks at once. */
  @BodyExample({ repository_id: 1, prune: false })
  @Put()
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  @FreshSignIn('lasting')
  save(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @Body({ schema: ProjectSyncInput }) input: ProjectSyncInput,
  ): Promise<void> {
    return this.syncs.save(caller, projectId, input);
  }

  /** Ends the sync. Its resources stay, and people may change them again. */
  @Delete()
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(@CurrentCaller() caller: Caller, @CurrentProject() { projectId }: ProjectAccess): Promise<void> {
    return this.syncs.remove(caller, projectId);
  }

  /** Looks for a new commit at once. */
  @Post('check')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  check(@CurrentProject() { projectId }: ProjectAccess): Promise<void> {
    return this.syncs.check(projectId);
  }
}
