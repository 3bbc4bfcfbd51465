import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApplyPreview, ApplyQuery, ProjectFileSchema } from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { RequirePermission, SignedIn } from '../../auth/access/access.js';
import { ReadsOnly } from '../../auth/audit/audit-as.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { MAX_FILE_BYTES } from '../../platform/bounds.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { IfMatch } from '../../platform/http/entity-tag.js';
import { FileBody } from '../backup/restore/restore-documents.js';
import { projectFileSchema } from './file-schema.js';
import { ProjectApply } from './project-apply.js';

/** Projects as code. The body is a backup without secrets; a list that it lacks is left alone. */
@Controller('api/project/:projectId/apply')
@RequirePermission('manageProjectResources')
export class ApplyController {
  constructor(private readonly applies: ProjectApply) {}

  /** Lists what an apply of the files would create, change and delete; changes nothing. */
  @ResponseSchema(ApplyPreview)
  @Post('plan')
  @HttpCode(200)
  @ReadsOnly()
  @BodyLimit(MAX_FILE_BYTES)
  preview(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: ApplyQuery }) { prune }: ApplyQuery,
    @FileBody file: Buffer,
  ): Promise<ApplyPreview> {
    return this.applies.preview(caller, project, file, prune === 'true');
  }

  /** Makes the project what the files are, all of it or nothing. Settings of the project change for owners alone. */
  @ResponseSchema(ApplyPreview)
  @Post()
  @HttpCode(200)
  @BodyLimit(MAX_FILE_BYTES)
  @FreshSignIn('lasting-by-body')
  apply(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: ApplyQuery }) { prune }: ApplyQuery,
    @FileBody bytes: Buffer,
    @IfMatch() expected: string | null,
  ): Promise<ApplyPreview> {
    return this.applies.apply(caller, project, { bytes, isPruned: prune === 'true', expected });
  }
}

/** Form of the files of projects. */
@Controller('api/project_files')
@SignedIn()
export class ProjectFilesController {
  constructor(private readonly source: DataSource) {}

  /** JSON Schema of the files, for editors. */
  @ResponseSchema(ProjectFileSchema)
  @Get('schema')
  schema(): ProjectFileSchema {
    return projectFileSchema(this.source);
  }
}
