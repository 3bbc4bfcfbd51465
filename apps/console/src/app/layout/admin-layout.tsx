import { useTranslation } from 'react-i18next';
import { NavLink, Outlet } from 'react-router-dom';
import { Wordmark } from '../../components/brand/logo.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { ShellDialogsHost, useShellDialogs } from './shell-dialogs.js';
import { ThemeButton } from './theme-button.js';
import { UserMenu } from './user-menu.js';

/** Frame of the pages outside a project: a bar with the pages instead of a sidebar. */
export function AdminLayout() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const dialogs = useShellDialogs();
  return (
    <div className="sy-admin">
      <header className="sy-admin-bar">
        <Wordmark size={24} />
        <span className="sy-admin-scope">{admin ? t('shell.administration') : t('shell.account')}</span>
        <nav aria-label={t('shell.pages')}>
          {admin && <NavLink to="/users">{t('shell.users')}</NavLink>}
          {admin && <NavLink to="/runners">{t('shell.runners')}</NavLink>}
          {admin && <NavLink to="/tasks">{t('shell.activeTasks')}</NavLink>}
          {admin && <NavLink to="/apps">{t('shell.apps')}</NavLink>}
          <NavLink to="/tokens">{t('shell.tokens')}</NavLink>
        </nav>
        <div className="sy-admin-bar-end">
          <ThemeButton />
          <UserMenu compact onShortcuts={() => dialogs.show('shortcuts')} />
        </div>
      </header>
      <main className="sy-page">
        <Outlet />
      </main>
      <ShellDialogsHost {...dialogs} inProject={false} />
    </div>
  );
}
