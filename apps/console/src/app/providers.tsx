import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { store } from '../api/store.js';
import { ThemeModeProvider } from '../theme/theme-mode.js';
import { hasNotices, onNotices } from '../components/feedback/notices.js';
import { late, MissingOutlet } from '../components/feedback/late.js';

/** Everything that stands around the router. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <ThemeModeProvider>
        {children}
        <NoticeOutlet />
        <MissingOutlet />
      </ThemeModeProvider>
    </Provider>
  );
}

const NoticeMessages = late(async () => (await import('../components/feedback/notice-messages.js')).NoticeMessages);

/** The place of all snackbars. */
function NoticeOutlet() {
  const wanted = useSyncExternalStore(onNotices, hasNotices);
  return (
    wanted && (
      <Suspense fallback={null}>
        <NoticeMessages />
      </Suspense>
    )
  );
}
