import { Inject, Injectable } from '@nestjs/common';
import {
  gitUrlKind,
  type ObjectReferences,
  type Schedule as WireSchedule,
  type ScheduleActiveInput,
  type ScheduleForecast,
  type ScheduleInput,
  type ScheduleTimingInput,
} from '@switchyard/contracts';
import { GitRepository, Schedule, Template } from '@switchyard/database';
import { type Engine, scheduleParams, secretNames } from '@switchyard/engine';
import { DataSource, type EntityManager, type FindOptionsWhere, IsNull, Not } from 'typeorm';
import type { Caller, ProjectAccess } from '../../auth/access/caller.js';
import { badMember } from '../../platform/http/refusals.js';
import { ENGINE } from '../../platform/infrastructure/tokens.js';
import { requireReferences, requireSamePlace } from '../shared/body-references.js';
import { findOwned, findOwnedOrNull } from '../../platform/database/owned-rows.repository.js';
import { type ResourceStore, ResourceStores } from '../shared/resource-store.js';
import { type ListQuery, sorted } from '../../platform/http/list-query.js';
import { NEVER_CHECKED, scheduleResource } from '../../definitions/schedule.js';
import { ScheduleCalendar } from './schedule-calendar.js';
import { findLastRuns, findTemplates, findWorkflows } from './schedule.repository.js';
import { toSchedule } from './schedule.mapper.js';

/** When templates and workflows are started by themselves. Dispatchers start them. */
@Injectable()
export class SchedulesService {
  private readonly store: ResourceStore<Schedule>;

  constructor(
    stores: ResourceStores,
    private readonly calendar: ScheduleCalendar,
    private readonly dataSource: DataSource,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {
    this.store = stores.of(scheduleResource);
  }

  async list(projectId: number, query: ListQuery): Promise<WireSchedule[]> {
    const fields = {
      name: ({ name }: WireSchedule) => name,
      template: ({ tpl_name: template, workflow_name: workflow }: WireSchedule) => template || workflow,
      next_run_at: ({ next_run_at: next }: WireSchedule) => next ?? '9',
    };
    return sorted(await this.shown(projectId, {}), query, fields);
  }

  /**
   * Those that look for commits: other clients take what is listed here for parts of the template, and delete what their
   * form does not show.
   * @param all the others, too
   */
  async listOfTemplate(projectId: number, templateId: number, all: boolean): Promise<WireSchedule[]> {
    await findOwned(this.dataSource.manager, Template, projectId, templateId);
    return sorted(
      await this.shown(projectId, { templateId, ...(all ? {} : { repositoryId: Not(IsNull()) }) }),
      {},
      { name: ({ name }) => name },
    );
  }

  async read({ projectId }: ProjectAccess, id: number): Promise<WireSchedule> {
    const row = await this.store.row(projectId, id);
    const [schedule] = await this.shown(projectId, { id });
    return { ...(schedule as WireSchedule), secret_names: await secretNames(this.engine, row) };
  }

  refs(projectId: number, id: number): Promise<ObjectReferences> {
    return this.store.refs(projectId, id);
  }

  forecast(timing: ScheduleTimingInput): ScheduleForecast {
    return this.calendar.forecast(timing);
  }

  async create(caller: Caller, projectId: number, input: ScheduleInput): Promise<WireSchedule> {
    requireSamePlace(input, projectId);
    const params = await this.params(projectId, input, null);
    const { id } = await this.store.create(caller, projectId, (manager) =>
      this.members(manager, projectId, { caller, input, params, stored: null }),
    );
    this.engine.signals.schedulesChanged();
    const [schedule] = await this.shown(projectId, { id });
    return schedule as WireSchedule;
  }

  tag(projectId: number, id: number): Promise<string> {
    return this.store.tag(projectId, id);
  }

  async update(
    caller: Caller,
    projectId: number,
    id: number,
    input: ScheduleInput,
    expected: string | null,
  ): Promise<void> {
    requireSamePlace(input, projectId, id);
    const params = await this.params(projectId, input, await this.store.row(projectId, id));
    await this.store.update(caller, projectId, id, async (manager, stored) => {
      await this.store.requireUnchanged(manager, stored, expected);
      return this.members(manager, projectId, { caller, input, params, stored });
    });
    this.engine.signals.schedulesChanged();
  }

  /** A schedule that goes on is due at the next time from now on. */
  async setActive(
    caller: Caller,
    projectId: number,
    id: number,
    { active, reason }: ScheduleActiveInput,
  ): Promise<void> {
    await this.store.update(caller, projectId, id, (_manager, stored) => ({
      active,
      pauseReason: active ? '' : reason,
      savedBy: active ? caller.userId : stored.savedBy,
      nextDue: active ? this.calendar.next(stored, stored) : null,
    }));
    this.engine.signals.schedulesChanged();
  }

  remove(caller: Caller, projectId: number, id: number): Promise<void> {
    return this.store.remove(caller, projectId, id);
  }

  /** Secret answers stay with the template that they were given for. */
  private async params(projectId: number, input: ScheduleInput, stored: Schedule | null): Promise<Params> {
    const { template_id: templateId, task_params: params } = input;
    if (templateId === null) {
      return { taskParams: {}, secret: null };
    }
    await requireReferences(this.dataSource.manager, Schedule, projectId, { templateId });
    const kept = stored?.templateId === templateId ? stored.secret : null;
    return scheduleParams(this.engine, { projectId, templateId, params, stored: kept });
  }

  private async members(manager: EntityManager, projectId: number, change: Change): Promise<Partial<Schedule>> {
    const { caller, input, params, stored } = change;
    const columns = { ...scheduleResource.columns(input, stored), ...params } as Schedule;
    await requireReferences(manager, Schedule, projectId, columns);
    await requireCommits(manager, projectId, columns);
    this.calendar.require(columns);
    const isOther = columns.repositoryId !== stored?.repositoryId || columns.templateId !== stored.templateId;
    return {
      ...columns,
      ...(isOther && NEVER_CHECKED),
      savedBy: caller.userId,
      nextDue: columns.active ? this.calendar.next(columns, stored) : null,
    };
  }

  private async shown(projectId: number, where: FindOptionsWhere<Schedule>): Promise<WireSchedule[]> {
    const { manager } = this.dataSource;
    const rows = await this.store.rows(projectId, where);
    const [templates, workflows, runs] = await Promise.all([
      findTemplates(manager, projectId, [...new Set(rows.flatMap(({ templateId }) => templateId ?? []))]),
      findWorkflows(manager, projectId, [...new Set(rows.flatMap(({ workflowId }) => workflowId ?? []))]),
      findLastRuns(
        manager,
        rows.map(({ id }) => id),
      ),
    ]);
    const templateOf = new Map(templates.map((template) => [template.id, template]));
    const workflowOf = new Map(workflows.map((workflow) => [workflow.id, workflow]));
    const runOf = new Map(runs.map((run) => [run.scheduleId, run]));
    return rows.map((row) =>
      toSchedule(row, {
        template: templateOf.get(row.templateId ?? 0),
        workflow: workflowOf.get(row.workflowId ?? 0),
        run: runOf.get(row.id),
      }),
    );
  }
}

/** @throws 400 for a repository that has no commits to look for */
async function requireCommits(manager: EntityManager, projectId: number, { repositoryId }: Schedule): Promise<void> {
  const repository =
    repositoryId === null ? null : await findOwnedOrNull(manager, GitRepository, projectId, repositoryId);
  if (repository && gitUrlKind(repository.gitUrl) === 'local') {
    throw badMember('repository_id', 'schedule_local');
  }
}

type Params = Awaited<ReturnType<typeof scheduleParams>>;

interface Change {
  caller: Pick<Caller, 'userId'>;
  input: ScheduleInput;
  params: Params;
  /** `null` when it is created. */
  stored: Schedule | null;
}
