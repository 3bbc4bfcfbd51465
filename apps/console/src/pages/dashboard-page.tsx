import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';

/** Frame of the dashboard tabs. */
export function DashboardPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project, projectId } = useProject();
  const mayUpdate = usePermission('updateProject');
  const tabs = [
    'history' as const,
    'stats' as const,
    'activity' as const,
    ...(mayUpdate ? ['settings' as const] : []),
    ...(project.type === 'premium' ? [] : ['runners' as const]),
  ];
  const active = useLocation().pathname.split('/')[3] ?? 'history';
  return (
    <>
      <PageHead title={t('nav.dashboard')} />
      <div className="sy-tabs">
        <Tabs
          activeKey={active}
          onChange={(tab) => void navigate(`/project/${projectId}/${tab}`)}
          items={tabs.map((tab) => ({ key: tab, label: t(`dashboard.${tab}`) }))}
        />
      </div>
      <Outlet />
    </>
  );
}
