import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDialogEscape } from '../../lib/use-dialog-escape.js';
import { useReturnFocus } from '../../lib/use-return-focus.js';
import { Sidebar, type SidebarProps } from './sidebar.js';
import type { ShellCommand } from './use-shell-keys.js';

interface SidebarDrawerProps extends SidebarProps {
  open: boolean;
  onClose: () => void;
}

/** The sidebar over a narrow page; what it opens closes it. */
export function SidebarDrawer({ open, onClose, onShow }: SidebarDrawerProps) {
  const { t } = useTranslation();
  const escape = useDialogEscape(open, onClose);
  const giveFocusBack = useReturnFocus(open, true);
  const show = (command: ShellCommand): void => {
    onClose();
    onShow(command);
  };
  return (
    <Drawer
      {...escape}
      open={open}
      onClose={onClose}
      afterOpenChange={(shown) => !shown && giveFocusBack()}
      focusable={{ focusTriggerAfterClose: false }}
      placement="left"
      size={260}
      title={null}
      closable={false}
      rootClassName="sy-drawer"
      aria-label={t('shell.sidebar')}
    >
      <Sidebar onShow={show} />
    </Drawer>
  );
}
