import type { Page } from 'playwright-core';
import { offerTable } from './offer-table.js';
import type { RoleProject } from './role-project.js';

/** A route of the console with something on it. */
export interface Screen {
  path: string;
  /** Beginning of the title of the browser's tab, once it is shown. */
  title: string;
}

/** Every screen that the table of offers lists: a new route stands there, so that it is walked over too. */
export const screensOf = (project: RoleProject): Screen[] => {
  const screens = offerTable(project).flatMap(({ path, title, open }) =>
    open === undefined ? [{ path: path.startsWith('/') ? path : `/project/${project.id}/${path}`, title }] : [],
  );
  return [...new Map(screens.map((screen) => [screen.path, screen])).values()];
};

/** Goes there as a link does, without loading the console again, and waits until its content is on screen. */
export async function show(page: Page, { path, title }: Screen): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  await page.waitForFunction(
    (wanted) => document.title.includes(wanted) && !document.querySelector('.sy-loading, .ant-skeleton, .sy-start'),
    title,
  );
}
