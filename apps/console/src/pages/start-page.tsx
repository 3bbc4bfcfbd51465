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
import { chooseProject } from '../lib/project-choice.js';

/** Leads to the project last used, else the first one, else to a new one; where projects are paid for, to a new subscription. */
export function StartPage() {
  const user = useSessionUser();
  const { search } = useLocation();
  const { data: projects, error, isFetching } = useListProjectsQuery();
  const { data: info } = useGetInfoQuery();
  if (projects === undefined || info === undefined || isFetching) {
    return error === undefined ? <StartScreen /> : <ErrorScreen error={error} />;
  }
  const ids = projects.flatMap(({ id, deleting }) => (deleting ? [] : [id]));
  const chosen = chooseProject(ids, null, Number(readSetting('project')) || null);
  if (chosen !== null) {
    return <Navigate to={{ pathname: `/project/${chosen}`, search }} replace />;
  }
  if (user.can_create_project) {
    return (
      <Navigate to={{ pathname: info.edition === 'hosted' ? '/project/premium' : '/project/new', search }} replace />
    );
  }
  return <Navigate to="/project/none" replace />;
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
