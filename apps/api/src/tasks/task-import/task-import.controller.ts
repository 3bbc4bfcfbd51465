import { Controller, HttpCode, Post, Query } from '@nestjs/common';
import { HistoryQuery, ImportedTasks, MAX_HISTORY_BYTES } from '@switchyard/contracts';
import { BodyLimit, ResponseSchema } from '@switchyard/server';
import { RequirePermission } from '../../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { HistoryBody } from './history-body.js';
import { TaskImport } from './task-import.service.js';

@Controller('api/project/:projectId/history')
export class TaskImportController {
  constructor(private readonly imports: TaskImport) {}

  /** Stores tasks of another product that have ended, with their logs, each once. The body has one on each line (NDJSON). */
  @ResponseSchema(ImportedTasks)
  @Post()
  @HttpCode(200)
  @BodyLimit(MAX_HISTORY_BYTES)
  @RequirePermission('updateProject')
  @FreshSignIn('lasting')
  import(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: HistoryQuery }) { source }: HistoryQuery,
    @HistoryBody body: Buffer,
  ): Promise<ImportedTasks> {
    return this.imports.import(caller, project, source, body);
  }
}
