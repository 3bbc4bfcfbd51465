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
  { path: 'history', word: 'dashboard', icon: <DashboardOutlined aria-hidden /> },
  { path: 'templates', word: 'templates', icon: <PlayCircleOutlined aria-hidden /> },
  { path: 'inventory', word: 'inventory', icon: <ClusterOutlined aria-hidden /> },
  { path: 'environment', word: 'environment', icon: <CodeOutlined aria-hidden /> },
  { path: 'keys', word: 'keys', icon: <KeyOutlined aria-hidden /> },
  { path: 'repositories', word: 'repositories', icon: <BranchesOutlined aria-hidden /> },
  { path: 'team', word: 'team', icon: <TeamOutlined aria-hidden /> },
] as const;

const dashboardTabs = ['history', 'activity', 'settings', 'runners'];

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
