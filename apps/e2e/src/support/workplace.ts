import { basename, dirname } from 'node:path';
import { createGitRepository, type RepositoryFiles, startGitForge, type TestGitRepository } from '@switchyard/testing';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from './api-client.js';
import { openBrowser, openPage, type Person } from './browser.js';
import { signIn } from './console.js';
import { createProject, type TestProject } from './project.js';
import { isShared, sharedBrowser, sharedStack } from './shared-stack.js';
import { type StackOptions, TestStack } from './stack.js';

/** A stack with its administrator, and a project whose repository holds some files. */
export interface Workplace {
  stack: TestStack;
  client: ApiClient;
  repository: TestGitRepository;
  project: TestProject;
  /** Call in `afterAll`. */
  close(): Promise<void>;
}

/** The administrator sits at a console of the stack, signed in. */
export interface ConsoleWorkplace extends Workplace {
  browser: Browser;
  person: Person;
  page: Page;
}

export interface WorkplaceOptions {
  stack?: StackOptions;
  /** One stack and one browser serve all scenarios of a batch that say so: they keep to their own project. Default: no. */
  shared?: boolean;
  /** Further members of the project. */
  project?: object;
  /** `file:` URL of the repository, its bare path, or a web server before it. */
  git?: 'url' | 'path' | 'http';
}

/** @param files of the repository; they may need what the stack has, such as its directory */
export async function openWorkplace(
  files: RepositoryFiles | ((stack: TestStack) => RepositoryFiles),
  options: WorkplaceOptions = {},
): Promise<Workplace> {
  const shared = isShared(options);
  const stack = await (shared ? sharedStack() : TestStack.start(options.stack));
  const client = await stack.admin();
  if (shared) {
    await client.call('PUT', '/user/options', { language: null, theme: null });
  }
  const repository = await createGitRepository(typeof files === 'function' ? files(stack) : files);
  const served = options.git === 'http' ? await startGitForge(dirname(repository.path)) : null;
  const urls = {
    url: `file://${repository.path}`,
    path: repository.path,
    http: `${served?.origin}/${basename(repository.path)}`,
  };
  const project = await createProject(client, urls[options.git ?? 'url'], options.project);
  const close = async (): Promise<void> => {
    // A scenario may have deleted its project itself.
    await (shared ? client.send('DELETE', `/project/${project.id}`) : stack.close());
    await served?.stop();
    await repository.remove();
  };
  return { stack, client, repository, project, close };
}

export async function openConsoleWorkplace(
  files: RepositoryFiles | ((stack: TestStack) => RepositoryFiles),
  options: WorkplaceOptions = {},
): Promise<ConsoleWorkplace> {
  const shared = isShared(options);
  const [place, browser] = await Promise.all([openWorkplace(files, options), shared ? sharedBrowser() : openBrowser()]);
  const person = await openPage(browser, place.stack.address);
  await signIn(person.page);
  const close = async (): Promise<void> => {
    await (shared ? Promise.all(browser.contexts().map((each) => each.close())) : browser.close());
    await place.close();
  };
  return { ...place, browser, person, page: person.page, close };
}
