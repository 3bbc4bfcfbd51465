import { Module } from '@nestjs/common';
import { LogArchive } from './archive/log-archive.js';
import { LogArchiveCheck } from './log-archive-check.js';
import { LogChunks } from './log-chunks.js';
import { LogOutlines } from './log-outlines.js';
import { LogReader } from './log-reader.js';
import { LogSearch } from './log-search.js';
import { LogStream } from './log-stream.js';
import { TaskLogsController } from './task-logs.controller.js';
import { TaskLogs } from './task-logs.service.js';
import { TemplateLogSearch } from './template-log-search.js';
import { TemplateLogsController } from './template-logs.controller.js';

@Module({
  controllers: [TaskLogsController, TemplateLogsController],
  providers: [
    TaskLogs,
    LogArchive,
    LogArchiveCheck,
    LogChunks,
    LogOutlines,
    LogReader,
    LogSearch,
    LogStream,
    TemplateLogSearch,
  ],
  exports: [LogReader, TaskLogs],
})
export class TaskLogsModule {}
