import { EXECUTABLE_APPS, type App } from '@switchyard/contracts';

/** Place in the template menu, higher first (rest contract 3.18). */
const PRIORITIES: Readonly<Record<(typeof EXECUTABLE_APPS)[number], number>> = { ansible: 1000, bash: 700 };

/** The apps a template can run, by priority. Title, icon and colour are the client's. */
export const APPS: readonly App[] = EXECUTABLE_APPS.map((id) => ({
  id,
  active: true,
  priority: PRIORITIES[id],
  title: '',
  icon: '',
  color: '',
  dark_color: '',
  path: '',
  args: null,
})).sort((a, b) => b.priority - a.priority);
