import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, type Person } from './browser.js';
import { fillProject } from './role-project.js';
import { type Screen, type ScreenProject, screensOf } from './screens.js';
import { TestStack } from './stack.js';

/** A console that nobody has signed in to, of an installation with a project that has one of everything. */
export interface FilledConsole {
  person: Person;
  page: Page;
  project: ScreenProject;
  screens: Screen[];
  /** The screen at this path, of the project where it does not begin with a slash. */
  at: (path: string) => Screen;
  /** Call in `afterAll`. */
  close: () => Promise<void>;
}

export async function openFilledConsole(): Promise<FilledConsole> {
  const [stack, browser]: [TestStack, Browser] = await Promise.all([
    TestStack.start({ runners: 0, dispatchers: 0 }),
    openBrowser(),
  ]);
  const project = await fillProject(await stack.admin(), stack.postgres.url);
  const screens = screensOf(project).filter(({ hosted }) => !hosted);
  const person = await openPage(browser, stack.address);
  const at = (path: string): Screen => {
    const wanted = path.startsWith('/') ? path : `/project/${project.id}/${path}`;
    return screens.find((screen) => screen.path === wanted) ?? { name: path, path: wanted };
  };
  const close = async (): Promise<void> => {
    await browser.close();
    await stack.close();
  };
  return { person, page: person.page, project, screens, at, close };
}
