import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type {
  OfferedState,
  Task,
  TaskNote,
  Template,
  TerraformLockState,
  TerraformState,
  TerraformStateContent,
} from '@switchyard/contracts';
import type { SlowProvider } from '@switchyard/testing';
import type { AppliedWorkspace } from './applied-history.js';
import type { ApiClient } from './api-client.js';
import { createTemplate, runTask, type TestProject } from './project.js';

/** Where applies of the slow provider run. */
export interface ApplyPlace {
  client: ApiClient;
  project: TestProject;
  provider: SlowProvider;
  /** A variable group with what the tool needs to find the provider. */
  environmentId: number;
}

/** A directory that tasks as users of their own reach: they see neither the temporary files of others nor the home of this user. */
export async function sharedDirectory(): Promise<string> {
  const dir = await mkdtemp(join(process.getuid?.() === 0 ? '/srv' : tmpdir(), 'switchyard-shared-'));
  await chmod(dir, 0o777);
  return dir;
}

export async function createApplyPlace(
  client: ApiClient,
  project: TestProject,
  provider: SlowProvider,
): Promise<ApplyPlace> {
  const environmentId = await client.create(`/project/${project.id}/environment`, {
    project_id: project.id,
    name: 'Provider',
    password: '',
    secrets: [],
    json: '{}',
    env: JSON.stringify(provider.env),
  });
  return { client, project, provider, environmentId };
}

/** A template of Terraform that applies what it plans, with a workspace of its own whose state the control plane keeps. */
export class ApplyingTemplate {
  private constructor(
    private readonly place: ApplyPlace,
    readonly name: string,
    readonly id: number,
    readonly workspaceId: number,
  ) {}

  static async create(place: ApplyPlace, name: string, more: object = {}): Promise<ApplyingTemplate> {
    const { client, project, environmentId } = place;
    const id = await createTemplate(client, project, {
      name,
      app: 'terraform',
      playbook: name,
      inventory_id: null,
      environment_ids: [environmentId],
      allow_parallel_tasks: true,
      task_params: { override_backend: true, auto_approve: true },
      ...more,
    });
    const { inventory_id } = await client.call<Template>('GET', `/project/${project.id}/templates/${id}`);
    return new ApplyingTemplate(place, name, id, inventory_id ?? 0);
  }

  launch(more: object = {}): Promise<number> {
    return runTask(this.place.client, this.place.project, this.id, more);
  }

  task(id: number): Promise<Task> {
    return this.place.client.task(this.place.project.id, id);
  }

  untilEnded(task: number, timeout?: number): Promise<Task> {
    return this.place.client.untilEnded(this.place.project.id, task, timeout);
  }

  stop(task: number, force = false): Promise<unknown> {
    return this.place.client.call('POST', `/project/${this.place.project.id}/tasks/${task}/stop`, { force });
  }

  async notes(task: number): Promise<TaskNote['code'][]> {
    return (await this.task(task)).notes.map(({ code }) => code);
  }

  async lock(): Promise<TerraformLockState['lock']> {
    return (await this.call<TerraformLockState>('/lock')).lock;
  }

  /** @param names of the things whose journals are looked at */
  async applied(names: readonly string[]): Promise<AppliedWorkspace> {
    const offered = await this.call<OfferedState[]>('/states/offered');
    const contents = await Promise.all(offered.map(({ id }) => this.content(`/states/${id}`)));
    const begun = names.filter((name) => this.place.provider.journal(name).length > 0);
    return {
      workspace: this.name,
      journals: new Map(begun.map((name) => [name, this.place.provider.journal(name)])),
      known: await this.content('/states/latest'),
      offered: contents.flat(),
      trail: await this.trail(offered),
    };
  }

  private async trail(offered: readonly OfferedState[]): Promise<string[]> {
    const { client, project } = this.place;
    const tasks = await client.call<Task[]>('GET', `/project/${project.id}/templates/${this.id}/tasks`);
    const states = await this.call<TerraformState[]>('/states');
    const lines = await Promise.all(tasks.map((task) => this.linesOfTask(task)));
    return [...lines.flat(), ...states.map(lineOfState), ...offered.map(lineOfState)];
  }

  private async linesOfTask(task: Task): Promise<string[]> {
    const { client, project } = this.place;
    const log = await client.toolLines(project.id, task.id);
    return [lineOfTask(task), ...log.filter((line) => /Creat|Error|rror:|state/.test(line)).map((line) => `  ${line}`)];
  }

  /** Names of the things in a state, nothing where there is none. */
  private async content(path: string): Promise<string[]> {
    const { client } = this.place;
    const { status, body } = await client.send('GET', `${this.path}${path}`);
    return status === 404 ? [] : thingsOf((body as TerraformStateContent).state);
  }

  private call<T>(path: string): Promise<T> {
    return this.place.client.call('GET', `${this.path}${path}`);
  }

  private get path(): string {
    return `/project/${this.place.project.id}/inventory/${this.workspaceId}/terraform`;
  }
}

const lineOfTask = ({ id, status, start, end, end_reason: reason, notes }: Task): string =>
  `task ${id} ${status} ${start} to ${end} ${reason ?? ''} ${notes.map(({ time, code }) => `${time} ${code}`).join(', ')}`;

const lineOfState = ({ task_id: task, created, serial, lineage, ...more }: TerraformState | OfferedState): string =>
  `state of task ${task} ${created} serial ${serial} lineage ${lineage}${'follows' in more ? ` offered, follows: ${more.follows}` : ''}`;

interface StateFile {
  resources: { instances: { attributes: { journal: string } }[] }[];
}

const thingsOf = (state: string): string[] =>
  (JSON.parse(state) as StateFile).resources.flatMap(({ instances }) =>
    instances.map(({ attributes }) => basename(attributes.journal).replace(/^journal-/, '')),
  );
