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

/** Names of the icons that an app can be given, as they are stored; `chosen-icon` draws them. */
export const ICON_NAMES = [
  'api',
  'bug',
  'build',
  'cloud',
  'cluster',
  'code',
  'container',
  'database',
  'desktop',
  'docker',
  'fire',
  'kubernetes',
  'lock',
  'mail',
  'rocket',
  'safety',
  'settings',
  'thunderbolt',
  'tool',
  'web',
] as const;
export type IconName = (typeof ICON_NAMES)[number];
