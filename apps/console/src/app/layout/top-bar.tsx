import { withVisibleControls } from '@switchyard/contracts';
import { MenuOutlined } from '@ant-design/icons';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { Logo } from '../../components/brand/logo.js';
import { useProject } from '../../components/page/project-context.js';
import { useCloseOnNavigation } from './use-close-on-navigation.js';
import { Sidebar, type SidebarProps } from './sidebar.js';

/** Below the mobile breakpoint: a bar with the project's name, and the sidebar in a drawer. */
export function TopBar({ onJump, onShortcuts }: SidebarProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [open, setOpen] = useState(false);
  useCloseOnNavigation(() => setOpen(false));
  return (
    <header className="sy-topbar">
      <IconButton label={t('shell.openMenu')} icon={<MenuOutlined aria-hidden />} onClick={() => setOpen(true)} />
      <Logo size={24} />
      <b className="sy-ellipsis">{withVisibleControls(project.name)}</b>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        placement="left"
        size={260}
        title={null}
        closable={false}
        rootClassName="sy-drawer"
        aria-label={t('shell.sidebar')}
      >
        <Sidebar
          onJump={() => {
            setOpen(false);
            onJump();
          }}
          onShortcuts={() => {
            setOpen(false);
            onShortcuts();
          }}
        />
      </Drawer>
    </header>
  );
}
