import { Controller, Get, Query, Res } from '@nestjs/common';
import { ResponseSchema, ResponseType } from '@switchyard/server';
import { AuditActions, AuditExportQuery, AuditQuery, AuditRecord } from '@switchyard/contracts';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { AdminOnly } from '../access/access.js';
import { AuditAs } from '../audit/audit-as.js';
import { EXPORT_TYPES, exportStream } from './audit-export.js';
import { findActions, findRecords, readRecords } from './audit-log.repository.js';

/** Who did what, for administrators. */
@AdminOnly()
@Controller('api/audit')
export class AuditLogController {
  constructor(private readonly dataSource: DataSource) {}

  @ResponseSchema(z.array(AuditRecord))
  @Get()
  page(@Query({ schema: AuditQuery }) query: AuditQuery): Promise<AuditRecord[]> {
    return findRecords(this.dataSource.manager, query);
  }

  @ResponseSchema(AuditActions)
  @Get('actions')
  actions(): Promise<AuditActions> {
    return findActions(this.dataSource.manager);
  }

  /** A file. That it was taken is recorded too. */
  @ResponseType(...Object.values(EXPORT_TYPES))
  @Get('export')
  @AuditAs('audit.export')
  async export(
    @Query({ schema: AuditExportQuery }) { format, ...filter }: AuditExportQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    reply.type(EXPORT_TYPES[format]).header('content-disposition', `attachment; filename="audit.${format}"`);
    return exportStream(readRecords(this.dataSource.manager, filter), format);
  }
}
