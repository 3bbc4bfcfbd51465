import { Module } from '@nestjs/common';
import { BackupController } from './backup.controller.js';
import { ProjectBackup } from './project-backup.js';

/** Projects as files. */
@Module({ controllers: [BackupController], providers: [ProjectBackup] })
export class BackupModule {}
