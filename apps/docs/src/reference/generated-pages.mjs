import { architecturePage } from './architecture.mjs';
import { commandLinesPage } from './command-lines.mjs';
import { lifeCyclePage } from './life-cycle.mjs';
import { permissionsPage } from './permissions.mjs';
import { problemsPage } from './problems.mjs';
import { recordsPage } from './records.mjs';
import { settingsPage } from './settings.mjs';
import { statusesPage } from './statuses.mjs';

/**
 * Pages that are made from the code when the site is built, so none of them can be stale. By their file below the site.
 * @returns {Record<string, string>}
 */
export const generatedPages = () => ({
  'reference/settings.md': settingsPage(),
  'reference/permissions.md': permissionsPage(),
  'reference/statuses.md': statusesPage(),
  'reference/problems.md': problemsPage(),
  'reference/command-lines.md': commandLinesPage(),
  'internals/architecture.md': architecturePage(),
  'internals/life-cycle.md': lifeCyclePage(),
  'internals/records.md': recordsPage(),
});
