import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects.module.js';
import { DemoReset, DemoResets } from './demo-reset.js';
import { Visitors } from './visitors.js';
import { VisitorsController } from './visitors.controller.js';

/** Demo mode: visitors, and the project that is made for them again and again. */
@Module({
  imports: [ProjectsModule],
  controllers: [VisitorsController],
  providers: [DemoReset, DemoResets, Visitors],
})
export class DemoModule {}
