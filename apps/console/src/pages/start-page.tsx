import type { Project } from '@switchyard/contracts';
import { Button } from 'antd';
import { Navigate, useLocation } from 'react-router-dom';
import { useTranslation } from 'react-i18next';
import { useListProjectsQuery } from '../api/projects-api.js';
import { useGetInfoQuery } from '../api/system-api.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { ErrorScreen } from '../components/feedback/error-screen.js';
import { useSessionUser } from '../components/session/session-user.js';
import { StartScreen } from '../components/feedback/start-screen.js';
import { useSignOut } from '../components/session/use-sign-out.js';
import { readSetting } from '../lib/local-setting.js';

/** Leads to the project last used, else the first one, else to a new one; where projects are paid for, to a new subscription. */
export function StartPage() {
  const user = useSessionUser();
  const { search } = useLocation();
  const { data: projects, error, isFetching } = useListProjectsQuery();
  const { data: info } = useGetInfoQuery();
  if (projects === undefined || info === undefined || isFetching) {
    return error === undefined ? <StartScreen /> : <ErrorScreen error={error} />;
  }
  const pathname = startPath(projects, Number(readSetting('project')), {
    mayCreate: user.can_create_project,
    isPaid: info.edition === 'hosted',
  });
  return <Navigate to={pathname === NO_PROJECT ? pathname : { pathname, search }} replace />;
}

const NO_PROJECT = '/project/none';

/** @param last id of the project that was used last in this browser */
export function startPath(
  projects: readonly Pick<Project, 'id' | 'deleting'>[],
  last: number,
  { mayCreate, isPaid }: { mayCreate: boolean; isPaid: boolean },
): string {
  const ids = projects.flatMap(({ id, deleting }) => (deleting ? [] : [id]));
  const chosen = ids.includes(last) ? last : ids[0];
  if (chosen !== undefined) {
    return `/project/${chosen}`;
  }
  if (mayCreate) {
    return isPaid ? '/project/premium' : '/project/new';
  }
  return NO_PROJECT;
}

/** For people who have no project and may not make one: what they may do is in the menu of the bar. */
export function NoProjectPage() {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const { data: projects } = useListProjectsQuery();
  if (projects?.some(({ deleting }) => !deleting)) {
    return <Navigate to="/" replace />;
  }
  return (
    <EmptyState heading="h1" title={t('start.title')} text={t('start.text')}>
      <Button onClick={() => void signOut()}>{t('shell.signOut')}</Button>
    </EmptyState>
  );
}
