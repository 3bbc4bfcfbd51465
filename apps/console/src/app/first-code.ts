import { catalogueOf, wantedLanguage } from '../locales/catalogues.js';
import type { FirstPage } from './first-paths.js';

/** Loads code ahead. Failures are ignored: the part of the page that needs the code loads it again and reports the failure. */
const loadAll = (...loads: Promise<unknown>[]): void => void Promise.allSettled(loads);

/** Fetches the code and the texts of the page that is opened, beside those that draw it; the router finds them there. */
export function fetchFirstCode(first: FirstPage | null): void {
  const language = wantedLanguage();
  loadAll(catalogueOf(language, 'first'));
  if (first !== null) {
    loadAll(import('./layout/project-layout.js'));
    if (first.taskId !== null) {
      loadAll(import('../features/tasks/task-log-dialog.js'), catalogueOf(language, 'rest'));
    }
    if (first.page === 'history') {
      loadAll(import('../pages/history-page.js'));
    }
    if (first.page === 'templates') {
      loadAll(import('../pages/templates-page.js'), catalogueOf(language, 'rest'));
    }
  }
}
