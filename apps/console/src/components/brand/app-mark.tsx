import { AppstoreOutlined } from '@ant-design/icons';
import { own, type App } from '@switchyard/contracts';
import type { CSSProperties } from 'react';
import ansible from '../../assets/apps/ansible.svg';
import bash from '../../assets/apps/bash.svg';
import powershell from '../../assets/apps/powershell.svg';
import pulumi from '../../assets/apps/pulumi.svg';
import python from '../../assets/apps/python.svg';
import terraform from '../../assets/apps/terraform.svg';
import terragrunt from '../../assets/apps/terragrunt.svg';
import tofu from '../../assets/apps/tofu.svg';

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
  /** App id; the empty id is Ansible. */
  app: string;
  size?: number;
  /** What an administrator has set for it. */
  look?: Pick<App, 'icon' | 'color' | 'dark_color'>;
}

/** The mark of an app, decoration beside a name. An app of the administrator's own has his letters in his colour. */
export function AppMark({ app, size = 18, look }: AppMarkProps) {
  const mark = own(marks, app || 'ansible');
  const colours = { '--mark': look?.color || 'inherit', '--mark-dark': look?.dark_color || look?.color || 'inherit' };
  if (look?.icon) {
    return (
      <span className="sy-mark sy-mark-own" style={{ ...colours, fontSize: size * 0.7 } as CSSProperties} aria-hidden>
        {look.icon.slice(0, 2)}
      </span>
    );
  }
  return (
    <span className="sy-mark sy-mark-own" style={colours as CSSProperties} aria-hidden>
      {mark === undefined ? (
        <AppstoreOutlined style={{ fontSize: size }} />
      ) : (
        <img src={mark} width={size} height={size} alt="" />
      )}
    </span>
  );
}
