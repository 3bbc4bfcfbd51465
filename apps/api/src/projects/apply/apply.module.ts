import { Module } from '@nestjs/common';
import { ScheduleCalendar } from '../../resources/schedules/schedule-calendar.js';
import { VaultModule } from '../../resources/vault/vault.module.js';
import { BackupModule } from '../backup/backup.module.js';
import { ApplyController, ProjectFilesController } from './apply.controller.js';
import { ApplyReader } from './apply-reader.js';
import { ApplyWriter } from './apply-writer.js';
import { ProjectApply } from './project-apply.js';

/** Projects as code (ADR 0083). */
@Module({
  imports: [BackupModule, VaultModule],
  controllers: [ApplyController, ProjectFilesController],
  providers: [ProjectApply, ApplyReader, ApplyWriter, ScheduleCalendar],
})
export class ApplyModule {}
