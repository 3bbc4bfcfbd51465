import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { store } from '../api/store.js';
import { NoticeOutlet } from '../components/feedback/notice-outlet.js';
import { ThemeModeProvider } from '../theme/theme-mode.js';

/** Everything that stands around the router. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <ThemeModeProvider>
        {children}
        <NoticeOutlet />
      </ThemeModeProvider>
    </Provider>
  );
}
