import { own } from '@switchyard/contracts';
import {
  AmazonOutlined,
  AppleOutlined,
  GithubOutlined,
  GitlabOutlined,
  GoogleOutlined,
  SlackOutlined,
  WindowsOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import { readableOn } from '../../lib/readable-on.js';

/** Icons by the name that the server's settings give them, with or without the prefix `mdi-`. */
const icons: Readonly<Record<string, ReactNode>> = {
  amazon: <AmazonOutlined />,
  apple: <AppleOutlined />,
  github: <GithubOutlined />,
  gitlab: <GitlabOutlined />,
  google: <GoogleOutlined />,
  microsoft: <WindowsOutlined />,
  slack: <SlackOutlined />,
};

interface ProviderMarkProps {
  name: string;
  icon: string;
  color: string;
}

/** Tile in the provider's colour with its icon; an icon that we do not have is the first letter of the name. */
export function ProviderMark({ name, icon, color }: ProviderMarkProps) {
  const known = own(icons, icon.toLowerCase().replace(/^mdi-/, ''));
  const style = color === '' ? undefined : { background: color, color: readableOn(color) };
  return (
    <span className="si-provider" style={style} aria-hidden>
      {known ?? name.charAt(0).toUpperCase()}
    </span>
  );
}
