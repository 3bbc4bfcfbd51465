import { Controller, Get, Res } from '@nestjs/common';
import { Backup } from '@switchyard/contracts';
import { ResponseStream } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { AuditAs } from '../audit/audit-as.js';
import { ProjectMember } from '../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../auth/access/caller.js';
import { Costs } from '../auth/throttle/request-turns.js';
import { ProjectBackup } from './project-backup.js';

/** Projects as files. */
@Controller('api')
export class BackupController {
  constructor(private readonly backups: ProjectBackup) {}

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
}
