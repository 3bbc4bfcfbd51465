import { useLocation } from 'react-router-dom';
import { withVisibleControls } from '@switchyard/contracts';
import { MenuOutlined } from '@ant-design/icons';
import { Suspense, useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { Logo } from '../../components/brand/logo.js';
import { useProject } from '../../components/page/project-context.js';
import { withTexts } from '../../lib/all-texts.js';
import type { SidebarProps } from './sidebar.js';
import { late } from '../../components/feedback/late.js';

const SidebarDrawer = late(async () => (await withTexts(import('./sidebar-drawer.js'))).SidebarDrawer);

/** Below the mobile breakpoint: a bar with the project's name, and the sidebar in a drawer. */
export function TopBar({ onShow }: SidebarProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  useCloseOnNavigation(() => setOpen(false));
  const show = (): void => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <header className="sy-topbar">
      <IconButton label={t('shell.openMenu')} icon={<MenuOutlined aria-hidden />} onClick={show} />
      <Logo size={24} />
      <b className="sy-ellipsis" title={withVisibleControls(project.name)}>
        {withVisibleControls(project.name)}
      </b>
      <Suspense fallback={null}>
        {used && <SidebarDrawer open={open} onClose={() => setOpen(false)} onShow={onShow} />}
      </Suspense>
    </header>
  );
}

/** Calls `close` whenever the page changes. */
function useCloseOnNavigation(close: () => void): void {
  const { pathname } = useLocation();
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    latest.current();
  }, [pathname]);
}
