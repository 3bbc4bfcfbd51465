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
  const runsTasks = project.type !== 'premium';
  const tabs = [
    ...(runsTasks ? ['history' as const, 'stats' as const] : []),
    'activity' as const,
    ...(mayUpdate ? ['settings' as const] : []),
    ...(runsTasks ? ['runners' as const] : []),
  ];
  const segment = useLocation().pathname.split('/')[3];
  const active = tabs.find((tab) => tab === segment) ?? 'activity';
  return (
    <>
      <PageHead title={t('nav.dashboard')} name={t(`dashboard.${active}`)} />
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
