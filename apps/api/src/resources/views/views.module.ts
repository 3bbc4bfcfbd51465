import { Module } from '@nestjs/common';
import { TemplatesModule } from '../templates/templates.module.js';
import { ViewsController } from './views.controller.js';
import { ViewsService } from './views.service.js';

@Module({ imports: [TemplatesModule], controllers: [ViewsController], providers: [ViewsService] })
export class ViewsModule {}
