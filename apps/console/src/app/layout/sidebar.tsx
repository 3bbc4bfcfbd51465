import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Wordmark } from '../../components/brand/logo.js';
import { usePermission, useProject } from '../../components/page/project-context.js';
import { Keys } from '../../components/display/keys.js';
import { rememberedTemplatesPath } from '../../features/views/remembered-view.js';
import { ActivateButton } from './activate-button.js';
import { LanguageMenu } from './language-menu.js';
import { entriesOf } from './project-entries.js';
import { ProjectSwitcher } from './project-switcher.js';
import { ThemeButton } from './theme-button.js';
import type { ShellCommand } from './use-shell-keys.js';
import { UserMenu } from './user-menu.js';

const dashboardTabs = ['history', 'stats', 'activity', 'runners', 'billing', 'news', 'install'];

/** The entry that the page on screen belongs to. */
function useSelectedEntry(): string {
  const [, , , segment = ''] = useLocation().pathname.split('/');
  if (dashboardTabs.includes(segment)) {
    return 'history';
  }
  return segment === 'views' ? 'templates' : segment;
}

/** The list of templates opens as it was visited last. */
const addressOf = (projectId: number, path: string): string =>
  path === 'templates' ? rememberedTemplatesPath(projectId) : `/project/${projectId}/${path}`;

export interface SidebarProps {
  /** Opens something over the page. */
  onShow: (command: ShellCommand) => void;
}

export function Sidebar({ onShow }: SidebarProps) {
  const { t } = useTranslation();
  const { project, projectId } = useProject();
  const selected = useSelectedEntry();
  const mayUpdate = usePermission('updateProject');
  return (
    <aside className="sy-side" aria-label={t('shell.sidebar')}>
      <div className="sy-side-top">
        <Wordmark size={26} />
      </div>
      <ProjectSwitcher />
      <button type="button" className="sy-jump" aria-keyshortcuts="Control+K" onClick={() => onShow('palette')}>
        <SearchOutlined aria-hidden />
        <span>{t('palette.jump')}</span>
        <Keys keys={['Ctrl', 'K']} />
      </button>
      <nav className="sy-side-nav" aria-label={t('shell.pages')}>
        {entriesOf(project, mayUpdate).map(({ path, word, icon }) => (
          <Link
            key={path}
            className="sy-side-entry"
            to={addressOf(projectId, path)}
            aria-current={path === selected ? 'page' : undefined}
          >
            {icon}
            <span className="sy-ellipsis">{t(`nav.${word}`)}</span>
          </Link>
        ))}
      </nav>
      <ActivateButton />
      <div className="sy-side-foot">
        <UserMenu onShow={onShow} />
        <LanguageMenu />
        <ThemeButton />
      </div>
    </aside>
  );
}
