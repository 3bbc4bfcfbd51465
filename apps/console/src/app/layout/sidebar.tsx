import {
  BranchesOutlined,
  ClusterOutlined,
  CodeOutlined,
  DashboardOutlined,
  KeyOutlined,
  PlayCircleOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { Menu } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Wordmark } from '../../components/logo.js';
import { useProject } from '../../components/project-context.js';
import { LanguageMenu } from './language-menu.js';
import { ProjectSwitcher } from './project-switcher.js';
import { ThemeButton } from './theme-button.js';
import { UserMenu } from './user-menu.js';

const entries = [
  { path: 'history', word: 'dashboard', icon: <DashboardOutlined /> },
  { path: 'templates', word: 'templates', icon: <PlayCircleOutlined /> },
  { path: 'inventory', word: 'inventory', icon: <ClusterOutlined /> },
  { path: 'environment', word: 'environment', icon: <CodeOutlined /> },
  { path: 'keys', word: 'keys', icon: <KeyOutlined /> },
  { path: 'repositories', word: 'repositories', icon: <BranchesOutlined /> },
  { path: 'team', word: 'team', icon: <TeamOutlined /> },
] as const;

const dashboardTabs = ['history', 'activity', 'settings'];

/** The entry that the page on screen belongs to. */
function useSelectedEntry(): string {
  const [, , , segment = ''] = useLocation().pathname.split('/');
  return dashboardTabs.includes(segment) ? 'history' : segment;
}

export function Sidebar() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const selected = useSelectedEntry();
  return (
    <aside className="sy-side" aria-label={t('shell.sidebar')}>
      <div className="sy-side-top">
        <Wordmark size={26} />
      </div>
      <ProjectSwitcher />
      <nav className="sy-side-nav" aria-label={t('shell.pages')}>
        <Menu
          selectedKeys={[selected]}
          items={entries.map(({ path, word, icon }) => ({
            key: path,
            icon,
            label: <Link to={`/project/${projectId}/${path}`}>{t(`nav.${word}`)}</Link>,
          }))}
        />
      </nav>
      <div className="sy-side-foot">
        <UserMenu />
        <LanguageMenu />
        <ThemeButton />
      </div>
    </aside>
  );
}
