import { Module } from '@nestjs/common';
import { TaskReader } from './task-reader.js';
import { TasksController } from './tasks.controller.js';
import { Tasks } from './tasks.service.js';

@Module({ controllers: [TasksController], providers: [Tasks, TaskReader], exports: [TaskReader] })
export class TasksModule {}
