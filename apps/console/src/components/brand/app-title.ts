import { type App, own, withVisibleControls } from '@switchyard/contracts';

/** Names of the built-in apps; proper names, the same in every language. */
const builtIn: Readonly<Record<string, string>> = {
  ansible: 'Ansible',
  bash: 'Bash',
  powershell: 'PowerShell',
  pulumi: 'Pulumi',
  python: 'Python',
  terraform: 'Terraform',
  terragrunt: 'Terragrunt',
  tofu: 'OpenTofu',
};

/** Title of an app: the administrator's, else the built-in one, else its id. */
export function appTitle({ id, title }: Pick<App, 'id' | 'title'>): string {
  return withVisibleControls(title) || own(builtIn, id) || id;
}
