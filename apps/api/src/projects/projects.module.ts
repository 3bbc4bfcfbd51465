import { Module } from '@nestjs/common';
import { ApplyController, ProjectFilesController } from './apply/apply.controller.js';
import { ApplyReader } from './apply/apply-reader.js';
import { ApplyWriter } from './apply/apply-writer.js';
import { ProjectApply } from './apply/project-apply.js';
import { BackupController } from './backup/backup.controller.js';
import { ProjectBackup } from './backup/project-backup.js';
import { ProjectRestore } from './backup/restore/project-restore.js';
import { RestoreDocuments } from './backup/restore/restore-documents.js';
import { RestoreReader } from './backup/restore/restore-reader.js';
import { DemoProject } from './demo/demo-project.js';
import { DemoReset, DemoResets } from './demo-mode/demo-reset.js';
import { Visitors } from './demo-mode/visitors.js';
import { VisitorsController } from './demo-mode/visitors.controller.js';
import { EventsController } from './events/events.controller.js';
import { MembersController } from './members/members.controller.js';
import { GroupMembers } from './members/group-members.js';
import { MembersService } from './members/members.service.js';
import { TierSeats } from './members/tier-seats.js';
import { NewProject } from './new-project.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectVault } from './project-vault.js';
import { ProjectsService } from './projects.service.js';
import { ProjectSyncs } from './sync/project-syncs.js';
import { SyncApply } from './sync/sync-apply.js';
import { SyncController } from './sync/sync.controller.js';

/** Projects: their members and events, as files and as code (ADR 0083), and those of the demo mode. */
@Module({
  controllers: [
    ProjectsController,
    VisitorsController,
    ApplyController,
    ProjectFilesController,
    BackupController,
    MembersController,
    EventsController,
    SyncController,
  ],
  providers: [
    ApplyReader,
    ApplyWriter,
    DemoProject,
    DemoReset,
    DemoResets,
    GroupMembers,
    MembersService,
    NewProject,
    ProjectApply,
    ProjectBackup,
    ProjectRestore,
    ProjectsService,
    ProjectSyncs,
    ProjectVault,
    RestoreDocuments,
    RestoreReader,
    SyncApply,
    TierSeats,
    Visitors,
  ],
  exports: [GroupMembers],
})
export class ProjectsModule {}
