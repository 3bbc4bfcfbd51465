import { withVisibleControls } from '@switchyard/contracts';
import { KeyOutlined, LogoutOutlined, QuestionCircleOutlined, UserOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useGetInfoQuery } from '../../api/system-api.js';
import { useListActiveTasksQuery } from '../../api/tasks-api.js';
import { PersonBadge } from '../../components/display/badges.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Keys } from '../../components/display/keys.js';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { useSignOut } from '../../components/session/use-sign-out.js';
import type { ShellCommand } from './use-shell-keys.js';

/** How many tasks wait or run in the whole installation; nothing before it is known. */
function ActiveCount() {
  const { data = [] } = useListActiveTasksQuery(undefined, { refetchOnMountOrArgChange: true });
  return data.length > 0 && <span className="sy-menu-count">{data.length}</span>;
}

function MenuHead() {
  const { name, email } = useSessionUser();
  return (
    <div className="sy-menu-head">
      <PersonBadge name={name} />
      <div className="sy-grow">
        <div className="sy-ellipsis">
          <b>{withVisibleControls(name)}</b>
        </div>
        <div className="sy-ellipsis sy-text3">{email}</div>
      </div>
    </div>
  );
}

interface AdminItemsProps {
  go: (path: string) => () => void;
  onSubscription: () => void;
}

function AdminItems({ go, onSubscription }: AdminItemsProps) {
  const { t } = useTranslation();
  return (
    <>
      <hr />
      <div className="sy-menu-label">{t('shell.administration')}</div>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/users')}>
        {t('shell.users')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/tasks')}>
        <span className="sy-grow">{t('shell.activeTasks')}</span>
        <ActiveCount />
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/apps')}>
        {t('shell.apps')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/runners')}>
        {t('shell.runners')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/access')}>
        {t('shell.access')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/audit')}>
        {t('shell.audit')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/doctor')}>
        {t('shell.doctor')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={onSubscription}>
        {t('subscription.details')}
      </button>
    </>
  );
}

interface UserMenuItemsProps {
  close: () => void;
  onShow: (command: ShellCommand) => void;
}

function UserMenuItems({ close, onShow }: UserMenuItemsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSessionUser();
  const signOut = useSignOut();
  const { data: info } = useGetInfoQuery();
  const closing = (then: () => void) => (): void => {
    close();
    then();
  };
  const go = (path: string): (() => void) => closing(() => void navigate(path));
  const show = (command: ShellCommand): (() => void) => closing(() => onShow(command));
  return (
    <>
      <MenuHead />
      <hr />
      <button type="button" role="menuitem" className="sy-menu-item" onClick={show('account')}>
        <UserOutlined aria-hidden />
        {t('shell.editAccount')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={go('/tokens')}>
        <KeyOutlined aria-hidden />
        {t('shell.tokens')}
      </button>
      <button type="button" role="menuitem" className="sy-menu-item" onClick={show('shortcuts')}>
        <QuestionCircleOutlined aria-hidden />
        <span className="sy-grow">{t('shortcuts.title')}</span>
        <Keys keys={['?']} />
      </button>
      {user.admin && <AdminItems go={go} onSubscription={show('subscription')} />}
      <hr />
      <button type="button" role="menuitem" className="sy-menu-item" onClick={() => void signOut()}>
        <LogoutOutlined aria-hidden />
        {t('shell.signOut')}
      </button>
      {info !== undefined && <div className="sy-menu-version">Switchyard {info.version}</div>}
    </>
  );
}

interface UserMenuProps {
  /** Shows the badge alone. */
  compact?: boolean;
  /** Opens something over the page. */
  onShow: (command: ShellCommand) => void;
}

/** Footer button with the signed-in user. */
export function UserMenu({ compact = false, onShow }: UserMenuProps) {
  const { t } = useTranslation();
  const user = useSessionUser();
  return (
    <PopupMenu
      placement={compact ? 'bottomRight' : 'topLeft'}
      width={252}
      label={t('shell.userMenu')}
      trigger={(props) => (
        <button type="button" className={compact ? 'sy-user-compact' : 'sy-user'} {...props}>
          <PersonBadge name={user.name} />
          {compact && <HiddenText text={t('shell.userMenu')} />}
          {!compact && <span className="sy-ellipsis">{withVisibleControls(user.name)}</span>}
        </button>
      )}
    >
      {(close) => <UserMenuItems close={close} onShow={onShow} />}
    </PopupMenu>
  );
}
