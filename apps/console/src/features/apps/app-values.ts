import { type App, AppId, AppInput, issuesOf } from '@switchyard/contracts';
import { emptyAt, formIssues, type FormIssue } from '../../lib/form-issues.js';

/** The form of an app. */
export interface AppValues {
  id: string;
  title: string;
  icon: string;
  color: string;
  dark_color: string;
  priority: string;
  path: string;
  args: string[];
  active: boolean;
}

/** Values of a stored app, or of a new one. */
export function appValues(app: App | null): AppValues {
  const { id = '', title = '', icon = '', color = '', dark_color = '', path = '', active = true } = app ?? {};
  return {
    id,
    title,
    icon,
    color,
    dark_color,
    path,
    active,
    priority: String(app?.priority ?? 0),
    args: app?.args ?? [],
  };
}

export const appBody = ({ priority, ...values }: AppValues): object => ({
  ...values,
  priority: priority.trim() === '' ? 0 : priority,
});

/** Faults of the body, and of the id, which stands in the address. */
export function appIssues(values: AppValues): FormIssue[] {
  const id = AppId.safeParse(values.id);
  const faults = id.success
    ? []
    : values.id === ''
      ? [emptyAt('id')]
      : issuesOf(id.error.issues).map((issue) => ({ ...issue, path: ['id'] }));
  return [...faults, ...formIssues(AppInput, appBody(values))];
}
