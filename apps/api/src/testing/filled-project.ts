import { randomUUID } from 'node:crypto';
import { ProjectMember, RunnerRegistrationToken } from '@switchyard/database';
import {
  newAccessKey,
  newEnvironment,
  newGitRepository,
  newInventory,
  newProject,
  newRunner,
  newTask,
  newTemplate,
  newUser,
} from '@switchyard/database/testing';
import type { DataSource } from 'typeorm';

/** Ids of one object of each kind, named as the path parameters are. */
export type ObjectIds = Record<
  | 'projectId'
  | 'keyId'
  | 'repositoryId'
  | 'inventoryId'
  | 'environmentId'
  | 'templateId'
  | 'taskId'
  | 'userId'
  | 'runnerId'
  | 'tokenId',
  number
>;

/** A project with one object of each kind; nothing refers to another one but the repository to its key. */
export async function filledProject(source: DataSource): Promise<ObjectIds> {
  const { id: projectId } = await newProject(source);
  const key = await newAccessKey(source, { projectId });
  const repository = await newGitRepository(source, { projectId, sshKeyId: key.id });
  const template = await newTemplate(source, { projectId, repositoryId: repository.id });
  const member = await newUser(source);
  await source.manager.insert(ProjectMember, { projectId, userId: member.id, role: 'guest' });
  return {
    projectId,
    keyId: key.id,
    repositoryId: repository.id,
    inventoryId: (await newInventory(source, { projectId })).id,
    environmentId: (await newEnvironment(source, { projectId })).id,
    templateId: template.id,
    taskId: (await newTask(source, template, { status: 'success' })).id,
    userId: member.id,
    runnerId: (await newRunner(source, { projectId, tags: ['x'], webhook: 'https://hooks.example/' })).id,
    tokenId: await registrationToken(source, projectId),
  };
}

async function registrationToken(source: DataSource, projectId: number): Promise<number> {
  const token = { projectId, name: 't', tags: [], tokenHash: randomUUID(), expires: new Date(Date.now() + 3_600_000) };
  return (await source.manager.save(source.manager.create(RunnerRegistrationToken, token))).id;
}

/** Bodies that are valid in the project of the ids, by the first part of the path after the project. */
export function validBodies(ids: ObjectIds): Record<string, object> {
  return {
    '': { name: 'p' },
    keys: { name: 'k', type: 'none' },
    repositories: { name: 'r', git_url: '/srv/code', ssh_key_id: ids.keyId },
    inventory: { name: 'i', type: 'static', inventory: 'localhost' },
    environment: { name: 'e', json: '{}' },
    templates: { name: 't', app: 'bash', playbook: 'run.sh', repository_id: ids.repositoryId, description: 'd' },
    tasks: { template_id: ids.templateId },
    users: { user_id: ids.userId, role: 'guest' },
    runners: { name: 'r', tags: ['a'], active: true, draining: true },
    runner_registration_tokens: { name: 't', tags: ['a'] },
  };
}
