import { AppstoreOutlined } from '@ant-design/icons';
import { own } from '@switchyard/contracts';
import type { CSSProperties } from 'react';
import { useListAppsQuery } from '../../api/apps-api.js';
import { isLetters, markName } from './app-mark-name.js';
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
}

/** The mark of an app, decoration beside a name. Letters and colours that an administrator has set stand in its place. */
export function AppMark({ app, size = 18 }: AppMarkProps) {
  const id = app || 'ansible';
  const { data: apps } = useListAppsQuery();
  const look = apps?.find((each) => each.id === id);
  const icon = look?.icon ?? '';
  const mark = own(marks, markName(icon)) ?? own(marks, id);
  const colours = { '--mark': look?.color || 'inherit', '--mark-dark': look?.dark_color || look?.color || 'inherit' };
  if (isLetters(icon)) {
    return (
      <span className="sy-mark sy-mark-own" style={{ ...colours, fontSize: size * 0.7 } as CSSProperties} aria-hidden>
        {icon}
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
