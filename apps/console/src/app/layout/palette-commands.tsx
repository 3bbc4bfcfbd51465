import {
  LogoutOutlined,
  MoonOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  SunOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { allows } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useProject } from '../../components/page/project-context.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { useSignOut } from '../../components/session/use-sign-out.js';
import type { PaletteEntry } from '../../features/palette/palette-entries.js';
import { OPEN, openNew } from '../../lib/open-param.js';
import { useThemeMode } from '../../theme/theme-mode.js';
import { useSaveOptions } from './use-save-options.js';
import type { ShellCommand } from './use-shell-keys.js';

/** Kinds of objects that can be made, and the address that opens their form. */
function useNewEntries(): [string, string][] {
  const { t } = useTranslation();
  const { project, projectId, permissions } = useProject();
  const { admin, can_create_project: mayCreate } = useSessionUser();
  const base = `/project/${projectId}`;
  const opens = `${OPEN}=${openNew(null)}`;
  const ofProject: [string, string][] =
    allows(permissions, 'manageProjectResources') && project.type !== 'premium'
      ? [
          [t('template.new'), `${base}/templates/new/edit`],
          [t('schedule.new'), `${base}/schedule?${opens}`],
          [t('inventory.new'), `${base}/inventory?${OPEN}=${openNew('static')}`],
          [t('environment.new'), `${base}/environment?${opens}`],
          [t('key.new'), `${base}/keys?${opens}`],
          [t('repository.new'), `${base}/repositories?${opens}`],
          [t('integration.new'), `${base}/integrations?${opens}`],
        ]
      : [];
  return [
    ...ofProject,
    ...(mayCreate ? [[t('project.new'), '/project/new'] as [string, string]] : []),
    ...(admin ? [[t('users.new'), `/users?${opens}`] as [string, string]] : []),
  ];
}

/** Commands of the palette by name: they make an object, switch light and dark, open what is over every page. */
export function useCommandEntries(onShow: (command: ShellCommand) => void): PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { mode, choose } = useThemeMode();
  const save = useSaveOptions();
  const other = mode === 'dark' ? 'light' : 'dark';
  const made = useNewEntries().map(([text, path]) =>
    command(path, text, <PlusOutlined aria-hidden />, () => void navigate(path)),
  );
  const theme = (): void => {
    choose(other);
    void save({ theme: other });
  };
  return [
    ...made,
    command(
      'theme',
      mode === 'dark' ? t('shell.useLight') : t('shell.useDark'),
      mode === 'dark' ? <SunOutlined aria-hidden /> : <MoonOutlined aria-hidden />,
      theme,
    ),
    command('account', t('shell.editAccount'), <UserOutlined aria-hidden />, () => onShow('account')),
    command('shortcuts', t('shortcuts.title'), <QuestionCircleOutlined aria-hidden />, () => onShow('shortcuts')),
    command('sign-out', t('shell.signOut'), <LogoutOutlined aria-hidden />, () => void signOut()),
  ];
}

const command = (key: string, text: string, icon: ReactNode, onOpen: () => void): PaletteEntry => ({
  key: `command-${key}`,
  group: 'actions',
  text,
  icon,
  onOpen,
});
