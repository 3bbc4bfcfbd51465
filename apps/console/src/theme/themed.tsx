import {
  CheckCircleFilled,
  CloseCircleFilled,
  DownOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { ConfigProvider, type ConfigProviderProps } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrefersLessMotion } from '../lib/use-media-query.js';
import { antdLocale } from './antd-locales.js';
import { themeConfig } from './antd-theme.js';
import { useThemeMode } from './theme-mode.js';

/** Without `motion` there is still the change from one colour to the other. */
const STILL = { motion: false, motionDurationFast: '0s', motionDurationMid: '0s', motionDurationSlow: '0s' };

/** Stands around everything that uses AntD; the sign-in page has nothing of it. */
export function Themed({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode();
  const locale = antdLocale(useTranslation().i18n.language);
  const still = usePrefersLessMotion();
  const theme = useMemo(() => {
    const config = themeConfig(mode);
    return still ? { ...config, token: { ...config.token, ...STILL } } : config;
  }, [mode, still]);
  return (
    <ConfigProvider theme={theme} {...(locale && { locale })} button={{ autoInsertSpace: false }} {...hiddenIcons}>
      {children}
    </ConfigProvider>
  );
}

/** The icons that AntD draws by itself, without the English names that screen readers would read. */
const hiddenIcons = {
  alert: {
    successIcon: <CheckCircleFilled aria-hidden />,
    infoIcon: <InfoCircleFilled aria-hidden />,
    warningIcon: <ExclamationCircleFilled aria-hidden />,
    errorIcon: <CloseCircleFilled aria-hidden />,
  },
  select: { suffixIcon: <DownOutlined aria-hidden /> },
} satisfies ConfigProviderProps;
