import { Inject, Injectable } from '@nestjs/common';
import { type ImportedTask, type ImportedTasks, type Issue, sentProblem } from '@switchyard/contracts';
import { type Engine, type HistoricTask, importTasks, type TaskImport as Imported } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { readHistory } from './history-body.js';
import { findStarters } from './task-import.repository.js';

type Answer = ImportedTasks['tasks'][number];

/** Stores the history that projects had in another product. */
@Injectable()
export class TaskImport {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly dataSource: DataSource,
  ) {}

  /** Each line by itself: what is refused leaves the others alone. @throws 400 when there are too many */
  async import(caller: Caller, { projectId }: ProjectAccess, source: string, body: Buffer): Promise<ImportedTasks> {
    const lines = await readHistory(body);
    const tasks = lines.flatMap((line) => ('task' in line ? [line.task] : []));
    const logins = tasks.flatMap(({ user }) => user ?? []);
    const starters = await findStarters(this.dataSource.manager, { projectId, logins, all: caller.admin });
    const ends = await importTasks(
      this.engine,
      { projectId, source },
      tasks.map((task) => historic(task, starters)),
    );
    const next = ends.values();
    return { tasks: lines.map((line) => ('task' in line ? answerOf(next.next().value) : refused(line.issues))) };
  }
}

/** @param starters ids of accounts by login in lower case */
function historic(task: ImportedTask, starters: ReadonlyMap<string, number>): HistoricTask {
  const userId = starters.get(task.user?.toLowerCase() ?? '') ?? null;
  return {
    sourceId: task.id,
    templateId: task.template_id,
    status: task.status,
    created: new Date(task.created),
    started: task.start === null ? null : new Date(task.start),
    ended: task.end === null ? null : new Date(task.end),
    userId,
    stranger: userId === null ? task.user : null,
    message: task.message,
    playbook: task.playbook,
    environment: task.environment,
    arguments: task.arguments,
    gitBranch: task.git_branch,
    version: task.version,
    commitHash: task.commit_hash,
    commitMessage: task.commit_message,
    inventoryId: task.inventory_id,
    buildSourceId: task.build_task,
    params: task.params,
    log: task.log.map(([time, text]) => ({ time, text })),
    hosts: task.hosts,
    errors: task.errors,
  };
}

function answerOf(end: Imported | undefined): Answer {
  if (end === undefined) {
    throw new Error('a task came to no end');
  }
  return end.outcome === 'refused' ? refused([end.issue]) : { outcome: end.outcome, id: end.taskId, problems: [] };
}

const refused = (issues: readonly Issue[]): Answer => ({
  outcome: 'refused',
  id: null,
  problems: issues.map(({ path, message, code, params }) => ({ path, message, ...sentProblem({ code, params }) })),
});
