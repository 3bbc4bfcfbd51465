import { Module } from '@nestjs/common';
import { BackupController } from './backup.controller.js';
import { ScheduleCalendar } from '../../resources/schedules/schedule-calendar.js';
import { ProjectBackup } from './project-backup.js';
import { ProjectRestore } from './restore/project-restore.js';
import { RestoreDocuments } from './restore/restore-documents.js';
import { RestoreReader } from './restore/restore-reader.js';

/** Projects as files. */
@Module({
  controllers: [BackupController],
  providers: [ProjectBackup, ProjectRestore, RestoreReader, RestoreDocuments, ScheduleCalendar],
  exports: [RestoreDocuments],
})
export class BackupModule {}
