import { KeyOutlined, LogoutOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLogoutMutation } from '../../api/auth-api.js';
import { announceSessionEnd } from '../../api/session-end.js';
import { closeSocket } from '../../api/socket.js';
import { useGetInfoQuery } from '../../api/system-api.js';
import { PersonBadge } from '../../components/badges.js';
import { useNotify } from '../../components/notify.js';
import { PopupMenu } from '../../components/popup-menu.js';
import { useSessionUser } from '../../components/session-user.js';

function useSignOut(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const notify = useNotify();
  return async () => {
    try {
      await logout().unwrap();
      closeSocket();
      announceSessionEnd();
    } catch (error) {
      notify.error(error);
    }
  };
}

function UserMenuItems({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSessionUser();
  const signOut = useSignOut();
  const { data: info } = useGetInfoQuery();
  const go = (path: string) => (): void => {
    close();
    void navigate(path);
  };
  return (
    <>
      <div className="sy-menu-head">
        <PersonBadge name={user.name} />
        <div className="sy-grow">
          <div className="sy-ellipsis">
            <b>{user.name}</b>
          </div>
          <div className="sy-ellipsis sy-text3">{user.email}</div>
        </div>
      </div>
      <hr />
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/tokens')}>
        <KeyOutlined aria-hidden />
        {t('shell.tokens')}
      </button>
      {user.admin && (
        <>
          <hr />
          <div className="sy-menu-label">{t('shell.administration')}</div>
          <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/users')}>
            {t('shell.users')}
          </button>
          <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/tasks')}>
            {t('shell.activeTasks')}
          </button>
          <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/apps')}>
            {t('shell.apps')}
          </button>
        </>
      )}
      <hr />
      <button type="button" role="menuitem" className="sy-menu-item" onClick={() => void signOut()}>
        <LogoutOutlined aria-hidden />
        {t('shell.signOut')}
      </button>
      {info !== undefined && <div className="sy-menu-version">Switchyard {info.version}</div>}
    </>
  );
}

/** Footer button with the signed-in user; `compact` shows the badge alone. */
export function UserMenu({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const user = useSessionUser();
  return (
    <PopupMenu
      placement={compact ? 'bottomRight' : 'topLeft'}
      width={252}
      label={t('shell.userMenu')}
      trigger={(props) => (
        <button
          type="button"
          className={compact ? 'sy-user-compact' : 'sy-user'}
          aria-label={compact ? t('shell.userMenu') : undefined}
          {...props}
        >
          <PersonBadge name={user.name} />
          {!compact && <span className="sy-ellipsis">{user.name}</span>}
        </button>
      )}
    >
      {(close) => <UserMenuItems close={close} />}
    </PopupMenu>
  );
}
