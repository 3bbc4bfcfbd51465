import { AppstoreOutlined } from '@ant-design/icons';
import ansible from '../assets/apps/ansible.svg';
import bash from '../assets/apps/bash.svg';
import powershell from '../assets/apps/powershell.svg';
import pulumi from '../assets/apps/pulumi.svg';
import python from '../assets/apps/python.svg';
import terraform from '../assets/apps/terraform.svg';
import terragrunt from '../assets/apps/terragrunt.svg';
import tofu from '../assets/apps/tofu.svg';

const marks: Readonly<Record<string, string>> = {
  ansible,
  bash,
  powershell,
  pulumi,
  python,
  terraform,
  terragrunt,
  tofu,
};

interface AppMarkProps {
  /** App id; the empty id is Ansible (spec resources 3). */
  app: string;
  size?: number;
}

/** The mark of an app, decoration beside a name. An app of the administrator's own gets a neutral one. */
export function AppMark({ app, size = 18 }: AppMarkProps) {
  const mark = marks[app || 'ansible'];
  return (
    <span className="sy-mark" aria-hidden>
      {mark === undefined ? (
        <AppstoreOutlined style={{ fontSize: size }} />
      ) : (
        <img src={mark} width={size} height={size} alt="" />
      )}
    </span>
  );
}
