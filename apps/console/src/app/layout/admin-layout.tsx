import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { Wordmark } from '../../components/brand/logo.js';
import { LinkRow, type RowLink } from '../../components/page/link-row.js';
import { Main, SkipLink } from '../../components/page/main.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { DemoNotice } from './demo-notice.js';
import { ShellDialogsOutlet, useShellDialogs } from './shell-dialogs.js';
import { ThemeButton } from './theme-button.js';
import { UserMenu } from './user-menu.js';

/** Frame of the pages outside a project: a bar with the pages instead of a sidebar. */
export function AdminLayout() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const dialogs = useShellDialogs();
  const adminLinks: readonly RowLink[] = [
    { to: '/users', label: t('shell.users') },
    { to: '/runners', label: t('shell.runners') },
    { to: '/tasks', label: t('shell.activeTasks') },
    { to: '/apps', label: t('shell.apps') },
    { to: '/access', label: t('shell.access') },
    { to: '/audit', label: t('shell.audit') },
    { to: '/doctor', label: t('shell.doctor') },
  ];
  const links = [...(admin ? adminLinks : []), { to: '/tokens', label: t('shell.tokens') }];
  return (
    <>
      <SkipLink />
      <div className="sy-admin">
        <header className="sy-admin-bar">
          <Wordmark size={24} />
          <span className="sy-admin-scope">{admin ? t('shell.administration') : t('shell.account')}</span>
          <LinkRow className="sy-admin-links" label={t('shell.pages')} links={links} />
          <div className="sy-admin-bar-end">
            <ThemeButton />
            <UserMenu compact onShow={dialogs.show} />
          </div>
        </header>
        <Main>
          <DemoNotice />
          <Outlet />
        </Main>
        <ShellDialogsOutlet {...dialogs} inProject={false} />
      </div>
    </>
  );
}
