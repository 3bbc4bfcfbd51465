import { useTranslation } from 'react-i18next';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router-dom';
import { useGetInfoQuery } from '../api/system-api.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';

/** Frame of the dashboard tabs. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { project, projectId } = useProject();
  const mayUpdate = usePermission('updateProject');
  const { data: info } = useGetInfoQuery();
  const runsTasks = project.type !== 'premium';
  const isSold = info?.edition === 'hosted';
  const tabs = [
    ...(!runsTasks && mayUpdate ? ['billing' as const] : []),
    ...(runsTasks ? ['history' as const, 'stats' as const] : []),
    'activity' as const,
    ...(mayUpdate ? ['settings' as const] : []),
    ...(runsTasks ? ['runners' as const] : []),
    ...(runsTasks && mayUpdate && isSold ? ['billing' as const] : []),
    ...(info?.publications.install ? ['install' as const] : []),
    ...(info?.publications.posts ? ['news' as const] : []),
  ];
  const segment = useLocation().pathname.split('/')[3];
  const active = tabs.find((tab) => tab === segment) ?? 'activity';
  const word = (tab: typeof active) => t(`dashboard.${tab === 'billing' && !runsTasks ? 'details' : tab}`);
  if (!runsTasks && segment === 'history') {
    return <Navigate to={`/project/${projectId}/${mayUpdate ? 'billing' : 'activity'}`} replace />;
  }
  return (
    <>
      <PageHead title={t('nav.dashboard')} name={word(active)} />
      <div className="sy-tabs">
        <nav className="sy-link-tabs" aria-label={t('nav.dashboard')}>
          {tabs.map((tab) => (
            <NavLink key={tab} to={`/project/${projectId}/${tab}`}>
              {word(tab)}
            </NavLink>
          ))}
        </nav>
      </div>
      <Outlet />
    </>
  );
}
