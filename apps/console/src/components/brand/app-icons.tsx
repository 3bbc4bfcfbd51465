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
import type { ComponentType, CSSProperties } from 'react';
import ansible from '../../assets/apps/ansible.svg';
import bash from '../../assets/apps/bash.svg';
import powershell from '../../assets/apps/powershell.svg';
import pulumi from '../../assets/apps/pulumi.svg';
import python from '../../assets/apps/python.svg';
import terraform from '../../assets/apps/terraform.svg';
import terragrunt from '../../assets/apps/terragrunt.svg';
import tofu from '../../assets/apps/tofu.svg';

/** Pictures by the id of their app. */
export const marks: Readonly<Record<string, string>> = {
  ansible,
  bash,
  powershell,
  pulumi,
  python,
  terraform,
  terragrunt,
  tofu,
};

/** Icons that an app can be given, by the name that is stored. */
export const icons: Readonly<Record<string, ComponentType<{ style?: CSSProperties }>>> = {
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
