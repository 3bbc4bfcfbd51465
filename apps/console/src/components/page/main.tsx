import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { focusPage } from '../../lib/focus-keeper.js';

/** The first stop of the Tab key leads past the navigation (WCAG 2.2, 2.4.1). */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <button type="button" className="sy-plain sy-skip" onClick={focusPage}>
      {t('shell.skip')}
    </button>
  );
}

/** The page on screen. It gets the focus when a control outside it, such as an entry of the navigation, has led there. */
export function Main({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    const active = document.activeElement;
    if (shown.current !== pathname && !main.current?.contains(active) && !active?.closest('[role="dialog"]')) {
      focusPage();
    }
    shown.current = pathname;
  }, [pathname]);
  return (
    <main ref={main} className="sy-page">
      {children}
    </main>
  );
}
