import type { ApiClient } from './api-client.js';

/** Ids of a project with what a task needs. */
export interface TestProject {
  id: number;
  keyId: number;
  repositoryId: number;
  inventoryId: number;
}

/** A project with a key of type none, a repository and an inventory of the runner's own machine. */
export async function createProject(client: ApiClient, gitUrl: string, more: object = {}): Promise<TestProject> {
  const id = await client.create('/projects', { name: `Project ${gitUrl.slice(-20)}`, ...more });
  const keyId = await client.create(`/project/${id}/keys`, { project_id: id, name: 'No key', type: 'none' });
  const repositoryId = await client.create(`/project/${id}/repositories`, {
    project_id: id,
    name: 'Playbooks',
    git_url: gitUrl,
    git_branch: 'main',
    ssh_key_id: keyId,
  });
  const inventoryId = await client.create(`/project/${id}/inventory`, {
    project_id: id,
    name: 'This machine',
    type: 'static',
    inventory: 'localhost ansible_connection=local',
    ssh_key_id: keyId,
  });
  return { id, keyId, repositoryId, inventoryId };
}

export function createTemplate(client: ApiClient, project: TestProject, more: object): Promise<number> {
  return client.create(`/project/${project.id}/templates`, {
    project_id: project.id,
    name: 'Template',
    app: 'bash',
    playbook: 'run.sh',
    inventory_id: project.inventoryId,
    repository_id: project.repositoryId,
    ...more,
  });
}

export function runTask(
  client: ApiClient,
  project: TestProject,
  templateId: number,
  more: object = {},
): Promise<number> {
  return client.create(`/project/${project.id}/tasks`, { template_id: templateId, ...more });
}
