import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { store } from '../api/store.js';
import { NoticeHost } from '../components/feedback/notice-host.js';
import { ThemeModeProvider } from '../theme/theme-mode.js';

/** Everything that stands around the router. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <ThemeModeProvider>
        {children}
        <NoticeHost />
      </ThemeModeProvider>
    </Provider>
  );
}
