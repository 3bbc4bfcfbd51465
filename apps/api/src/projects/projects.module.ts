import { Module } from '@nestjs/common';
import { TemplatesModule } from '../resources/templates/templates.module.js';
import { VaultModule } from '../resources/vault/vault.module.js';
import { DemoProject } from './demo/demo-project.js';
import { NewProject } from './new-project.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectVault } from './project-vault.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [TemplatesModule, VaultModule],
  controllers: [ProjectsController],
  providers: [ProjectVault, ProjectsService, NewProject, DemoProject],
  exports: [NewProject],
})
export class ProjectsModule {}
