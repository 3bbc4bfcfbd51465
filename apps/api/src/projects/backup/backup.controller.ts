import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import {
  Backup,
  RestoredProject,
  RestorePreview,
  RestoreQuery,
  SealedBackup,
  SealedBackupInput,
} from '@switchyard/contracts';
import { BodyLimit, ResponseSchema, ResponseStream } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { AuditAs, ReadsOnly } from '../../auth/audit/audit-as.js';
import { ProjectMember, RequirePermission, SignedIn } from '../../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { Costs } from '../../auth/throttle/request-turns.js';
import { MAX_FILE_BYTES } from '../../platform/bounds.js';
import { ProjectBackup } from './project-backup.js';
import { FileBody } from './restore/restore-documents.js';
import { ProjectRestore } from './restore/project-restore.js';

/** Projects as files. */
@Controller('api')
export class BackupController {
  constructor(
    private readonly backups: ProjectBackup,
    private readonly restores: ProjectRestore,
  ) {}

  /** That it was made is recorded. */
  @ResponseStream(Backup)
  @Get('project/:projectId/backup')
  @ProjectMember()
  @Costs('log')
  @AuditAs('project.backup')
  async backup(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    reply.type('application/json; charset=utf-8');
    return this.backups.stream(caller, projectId);
  }

  /** The same with its secrets, sealed with a passphrase: for owners, who confirm first who they are. */
  @ResponseStream(SealedBackup)
  @Post('project/:projectId/backup')
  @HttpCode(200)
  @RequirePermission('updateProject')
  @FreshSignIn()
  @Costs('log')
  @AuditAs('project.backup_secrets')
  async sealedBackup(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @Body({ schema: SealedBackupInput }) { passphrase }: SealedBackupInput,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    reply.type('application/json; charset=utf-8');
    return this.backups.sealedStream(caller, projectId, passphrase);
  }

  /** Previews a restore of the file; changes nothing. With `partial`, entries with faults are left out and noted. */
  @ResponseSchema(RestorePreview)
  @Post('projects/restore/plan')
  @HttpCode(200)
  @ReadsOnly()
  @BodyLimit(MAX_FILE_BYTES)
  @SignedIn()
  plan(
    @CurrentCaller() caller: Caller,
    @Query({ schema: RestoreQuery }) { partial }: RestoreQuery,
    @FileBody file: Buffer,
  ): Promise<RestorePreview> {
    return this.restores.plan(caller, file, partial === 'true');
  }

  /** Makes a project of a file. The caller owns it; members and active schedules come with it unless the query leaves them. */
  @ResponseSchema(RestoredProject)
  @Post('projects/restore')
  @HttpCode(200)
  @BodyLimit(MAX_FILE_BYTES)
  @SignedIn()
  @FreshSignIn('lasting-by-body')
  restore(
    @CurrentCaller() caller: Caller,
    @Query({ schema: RestoreQuery }) { partial, members, schedules }: RestoreQuery,
    @FileBody file: Buffer,
  ): Promise<RestoredProject> {
    const choices = {
      isPartial: partial === 'true',
      withMembers: members !== 'false',
      isActive: schedules !== 'false',
    };
    return this.restores.restore(caller, file, choices);
  }
}
