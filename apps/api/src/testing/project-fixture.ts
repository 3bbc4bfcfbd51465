import { newProject } from '@switchyard/database/testing';
import { newAccount, signIn, signInAs, type Client } from './client.js';
import { filledProject, type ObjectIds } from './filled-project.js';
import { startTestApp, type TestApp } from './test-app.js';

/** The app with two projects and people in the first one. */
export interface ProjectFixture extends TestApp {
  projectId: number;
  /** `/api/project/<id>`. */
  base: string;
  manager: Client;
  owner: Client;
  admin: Client;
  /** Objects of another project. */
  foreign: ObjectIds;
}

export async function startProjectFixture(settings: Record<string, string> = {}): Promise<ProjectFixture> {
  const test = await startTestApp(settings);
  const { id: projectId } = await newProject(test.dataSource);
  return {
    ...test,
    projectId,
    base: `/api/project/${projectId}`,
    manager: await signInAs(test, projectId, 'manager'),
    owner: await signInAs(test, projectId, 'owner'),
    admin: await signIn(test, await newAccount(test, { admin: true })),
    foreign: await filledProject(test.dataSource),
  };
}

/** Descriptions of the newest activities of the project, newest first. */
export async function activities({ dataSource, projectId }: ProjectFixture, count: number): Promise<string[]> {
  const rows = await dataSource.query<{ text: string }[]>(
    `select object_type || ': ' || description as text from event where project_id = $1 order by id desc limit $2`,
    [projectId, count],
  );
  return rows.map(({ text }) => text);
}
