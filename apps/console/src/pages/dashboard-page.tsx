import type { SystemInfo } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useGetInfoQuery } from '../api/system-api.js';
import { LinkRow } from '../components/page/link-row.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';

type Tab = 'history' | 'stats' | 'activity' | 'runners' | 'billing' | 'install' | 'news';

/** The tabs of a project in their order: of one that runs tasks, or of a subscription. */
function tabsOf(runsTasks: boolean, mayUpdate: boolean, info: SystemInfo | undefined): Tab[] {
  const isBilled = mayUpdate && info?.edition === 'hosted';
  const own: readonly [Tab, boolean][] = runsTasks
    ? [
        ['history', true],
        ['stats', true],
        ['activity', true],
        ['runners', true],
        ['billing', isBilled],
      ]
    : [
        ['billing', mayUpdate],
        ['activity', true],
      ];
  const published: readonly [Tab, boolean][] = [
    ['install', true],
    ['news', info?.publications.posts === true],
  ];
  return [...own, ...published].filter(([, isShown]) => isShown).map(([tab]) => tab);
}

/** Frame of the dashboard tabs. */
export function DashboardPage() {
  const { t } = useTranslation();
  const { project, projectId } = useProject();
  const mayUpdate = usePermission('updateProject');
  const { data: info } = useGetInfoQuery();
  const runsTasks = project.type !== 'premium';
  const tabs = tabsOf(runsTasks, mayUpdate, info);
  const { pathname, search } = useLocation();
  const segment = pathname.split('/')[3];
  const active = tabs.find((tab) => tab === segment) ?? 'activity';
  const word = (tab: typeof active) => t(`dashboard.${tab === 'billing' && !runsTasks ? 'details' : tab}`);
  if (!runsTasks && segment === 'history') {
    return (
      <Navigate to={{ pathname: `/project/${projectId}/${mayUpdate ? 'billing' : 'activity'}`, search }} replace />
    );
  }
  return (
    <>
      <PageHead title={t('nav.dashboard')} name={word(active)} />
      <div className="sy-tabs">
        <LinkRow
          className="sy-link-tabs"
          label={t('nav.dashboard')}
          links={tabs.map((tab) => ({ to: `/project/${projectId}/${tab}`, label: word(tab) }))}
        />
      </div>
      <Outlet />
    </>
  );
}
