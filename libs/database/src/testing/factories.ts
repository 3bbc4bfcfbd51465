import { createHash, randomUUID } from 'node:crypto';
import type { DataSource, DeepPartial, EntityTarget, FindOptionsWhere } from 'typeorm';
import { AccessKey } from '../access-key/access-key.entity.js';
import { Environment } from '../environment/environment.entity.js';
import { GitRepository } from '../git-repository/git-repository.entity.js';
import { Inventory } from '../inventory/inventory.entity.js';
import { Project } from '../project/project.entity.js';
import { Runner } from '../runner/runner.entity.js';
import { Schedule } from '../schedule/schedule.entity.js';
import { Task } from '../task/task.entity.js';
import { Template } from '../template/template.entity.js';
import { User } from '../user/user.entity.js';

let counter = 0;
const unique = (word: string): string => `${word}-${(counter += 1)}`;

interface Row {
  id: number;
}

async function save<E extends Row>(source: DataSource, entity: EntityTarget<E>, row: Partial<E>): Promise<E> {
  const repository = source.getRepository(entity);
  const { id } = await repository.save({ ...row } as DeepPartial<E>);
  return repository.findOneByOrFail({ id } as FindOptionsWhere<E>);
}

/** Each factory stores a valid row, made from the given members and defaults, and answers it as it is stored. */
export const newUser = (source: DataSource, row: Partial<User> = {}): Promise<User> => {
  const username = row.username ?? unique('user');
  return save(source, User, { username, name: username, email: `${username}@example.test`, ...row });
};

export const newProject = (source: DataSource, row: Partial<Project> = {}): Promise<Project> =>
  save(source, Project, { name: unique('project'), ...row });

type InProject<E> = Partial<E> & { projectId: number };

export const newAccessKey = (source: DataSource, row: InProject<AccessKey>): Promise<AccessKey> =>
  save(source, AccessKey, { name: unique('key'), type: 'none', ...row });

export async function newGitRepository(source: DataSource, row: InProject<GitRepository>): Promise<GitRepository> {
  const sshKeyId = row.sshKeyId ?? (await newAccessKey(source, { projectId: row.projectId })).id;
  const defaults = { name: unique('repository'), gitUrl: 'https://git.example.test/site.git', gitBranch: 'main' };
  return save(source, GitRepository, { ...defaults, ...row, sshKeyId });
}

export const newInventory = (source: DataSource, row: InProject<Inventory>): Promise<Inventory> =>
  save(source, Inventory, { name: unique('inventory'), type: 'static', inventory: 'localhost', ...row });

export const newEnvironment = (source: DataSource, row: InProject<Environment>): Promise<Environment> =>
  save(source, Environment, { name: unique('environment'), ...row });

/** A Bash template with its own repository by default. */
export async function newTemplate(source: DataSource, row: InProject<Template>): Promise<Template> {
  const repositoryId = row.repositoryId ?? (await newGitRepository(source, { projectId: row.projectId })).id;
  return save(source, Template, { name: unique('template'), app: 'bash', playbook: 'run.sh', ...row, repositoryId });
}

/** A schedule of every minute whose due time was a second ago, unless the row has another one. */
export const newSchedule = (source: DataSource, template: Template, row: Partial<Schedule> = {}): Promise<Schedule> => {
  const { id: templateId, projectId } = template;
  const due = { active: true, nextDue: new Date(Date.now() - 1_000) };
  return save(source, Schedule, {
    projectId,
    templateId,
    name: unique('schedule'),
    cronFormat: '* * * * *',
    ...due,
    ...row,
  });
};

/** As {@link newSchedule}, of a workflow. */
export const newWorkflowSchedule = (
  source: DataSource,
  { workflowId, projectId }: { workflowId: number; projectId: number },
  row: Partial<Schedule> = {},
): Promise<Schedule> => {
  const due = { active: true, nextDue: new Date(Date.now() - 1_000), cronFormat: '* * * * *' };
  return save(source, Schedule, { projectId, workflowId, name: unique('schedule'), ...due, ...row });
};

/** A waiting task, without the engine's side effects. */
export async function newTask(source: DataSource, template: Template, row: Partial<Task> = {}): Promise<Task> {
  const { id: templateId, projectId } = template;
  const app = template.app || 'ansible';
  return save(source, Task, { projectId, templateId, status: 'waiting', tag: template.runnerTag ?? '', app, ...row });
}

/** A global runner that is online, has bash and ansible, and prepares attempts. */
export async function newRunner(source: DataSource, row: Partial<Runner> = {}): Promise<Runner> {
  const tokenHash = createHash('sha256').update(randomUUID()).digest('hex');
  const apps = ['ansible', 'bash'].map((id) => ({ id, version: '1' }));
  const publicKey = Buffer.alloc(32, 1).toString('base64');
  const itself = { name: unique('runner'), tokenHash, publicKey, apps };
  return save(source, Runner, { ...itself, touched: new Date(), preparesAhead: true, ...row });
}
