import {
  CheckCircleFilled,
  CloseCircleFilled,
  DownOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import type { ConfigProviderProps } from 'antd';

/** The icons that AntD draws by itself, without the English names that screen readers would read. */
export const hiddenIcons = {
  alert: {
    successIcon: <CheckCircleFilled aria-hidden />,
    infoIcon: <InfoCircleFilled aria-hidden />,
    warningIcon: <ExclamationCircleFilled aria-hidden />,
    errorIcon: <CloseCircleFilled aria-hidden />,
  },
  select: { suffixIcon: <DownOutlined aria-hidden /> },
} satisfies ConfigProviderProps;
