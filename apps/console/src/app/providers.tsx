import { ConfigProvider } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Provider } from 'react-redux';
import { store } from '../api/store.js';
import { usePrefersLessMotion } from '../lib/use-media-query.js';
import { themeConfig } from '../theme/antd-theme.js';
import { antdLocale } from './antd-locales.js';
import { ThemeModeProvider, useThemeMode } from './theme-mode.js';

function Themed({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode();
  const locale = antdLocale(useTranslation().i18n.language);
  const still = usePrefersLessMotion();
  const theme = useMemo(() => {
    const config = themeConfig(mode);
    return { ...config, token: { ...config.token, motion: !still } };
  }, [mode, still]);
  return (
    <ConfigProvider theme={theme} {...(locale && { locale })} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}

/** Everything that stands around the router. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <Provider store={store}>
      <ThemeModeProvider>
        <Themed>{children}</Themed>
      </ThemeModeProvider>
    </Provider>
  );
}
