import {
  ApiOutlined,
  BugOutlined,
  BuildOutlined,
  CloudOutlined,
  ClusterOutlined,
  CodeOutlined,
  ContainerOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  DockerOutlined,
  FireOutlined,
  GlobalOutlined,
  KubernetesOutlined,
  LockOutlined,
  MailOutlined,
  RocketOutlined,
  SafetyOutlined,
  SettingOutlined,
  ThunderboltOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { own } from '@switchyard/contracts';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import type { IconName } from './app-pictures.js';

const icons: Readonly<Record<IconName, ComponentType<{ style?: CSSProperties }>>> = {
  api: ApiOutlined,
  bug: BugOutlined,
  build: BuildOutlined,
  cloud: CloudOutlined,
  cluster: ClusterOutlined,
  code: CodeOutlined,
  container: ContainerOutlined,
  database: DatabaseOutlined,
  desktop: DesktopOutlined,
  docker: DockerOutlined,
  fire: FireOutlined,
  kubernetes: KubernetesOutlined,
  lock: LockOutlined,
  mail: MailOutlined,
  rocket: RocketOutlined,
  safety: SafetyOutlined,
  settings: SettingOutlined,
  thunderbolt: ThunderboltOutlined,
  tool: ToolOutlined,
  web: GlobalOutlined,
};

interface ChosenIconProps {
  /** As it is stored. */
  name: string;
  size: number;
  /** Stands where no icon has the name. */
  other: ReactNode;
}

/** An icon of the set. In a module of its own, because few installations choose one, and all would load the set. */
export function ChosenIcon({ name, size, other }: ChosenIconProps) {
  const Icon = own(icons, name);
  return Icon ? <Icon style={{ fontSize: size }} /> : other;
}
