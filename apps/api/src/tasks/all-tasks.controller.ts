import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { ActiveTask } from '@switchyard/contracts';
import { z } from 'zod';
import { AdminOnly } from '../auth/access/access.js';
import { type Caller, CurrentCaller } from '../auth/access/caller.js';
import { PathId } from '../platform/http/path-id.js';
import { AllTasks } from './all-tasks.js';

/** Active tasks of all projects. */
@Controller('api/tasks')
@AdminOnly()
export class AllTasksController {
  constructor(private readonly tasks: AllTasks) {}

  @ResponseSchema(z.array(ActiveTask))
  @Get()
  list(): Promise<ActiveTask[]> {
    return this.tasks.list();
  }

  @Delete(':taskId')
  @HttpCode(204)
  stop(@CurrentCaller() caller: Caller, @PathId('taskId') taskId: number): Promise<void> {
    return this.tasks.stop(caller, taskId);
  }
}
