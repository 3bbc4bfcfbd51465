import { Module } from '@nestjs/common';
import { BackupController } from './backup.controller.js';
import { ScheduleCalendar } from '../../resources/schedules/schedule-calendar.js';
import { ProjectBackup } from './project-backup.js';
import { ProjectRestore } from './restore/project-restore.js';

/** Projects as files. */
@Module({ controllers: [BackupController], providers: [ProjectBackup, ProjectRestore, ScheduleCalendar] })
export class BackupModule {}
