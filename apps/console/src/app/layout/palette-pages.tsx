import { ProjectOutlined, SettingOutlined } from '@ant-design/icons';
import { allows } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListProjectsQuery } from '../../api/projects-api.js';
import { useProject } from '../../components/page/project-context.js';
import { useSessionUser } from '../../components/session/session-user.js';
import type { PaletteEntry } from '../../features/palette/palette-entries.js';
import { settingsParts } from '../../features/projects/settings-parts.js';
import { entriesOf } from './project-entries.js';

const adminPages = [
  ['users', '/users'],
  ['runners', '/runners'],
  ['activeTasks', '/tasks'],
  ['apps', '/apps'],
  ['access', '/access'],
  ['audit', '/audit'],
  ['doctor', '/doctor'],
] as const;

/** Tabs of the dashboard beside its first one. */
const tabs = ['stats', 'activity', 'runners', 'install'] as const;

/** Pages of the project, parts of its settings, pages of the installation and other projects. */
export function usePageEntries(): PaletteEntry[] {
  const { t } = useTranslation();
  const { project, projectId, permissions } = useProject();
  const mayUpdate = allows(permissions, 'updateProject');
  const runsTasks = project.type !== 'premium';
  const { admin } = useSessionUser();
  const navigate = useNavigate();
  const { data: projects } = useListProjectsQuery();
  const pages = entriesOf(project, mayUpdate).map(({ path, word, icon }): PaletteEntry => ({
    key: `page-${path}`,
    group: 'pages',
    text: t(`nav.${word}`),
    icon,
    onOpen: () => void navigate(`/project/${projectId}/${path}`),
  }));
  const ofDashboard = (runsTasks ? tabs : []).map((tab): PaletteEntry => ({
    key: `tab-${tab}`,
    group: 'pages',
    text: t(`dashboard.${tab}`),
    icon: <SettingOutlined aria-hidden />,
    detail: t('nav.dashboard'),
    onOpen: () => void navigate(`/project/${projectId}/${tab}`),
  }));
  const settings = (mayUpdate && runsTasks ? settingsParts(t) : []).map(([part, text]): PaletteEntry => ({
    key: `settings-${part}`,
    group: 'pages',
    text,
    icon: <SettingOutlined aria-hidden />,
    detail: t('nav.settings'),
    onOpen: () => void navigate(`/project/${projectId}/settings#${part}`),
  }));
  const administration = [...(admin ? adminPages : []), ['tokens', '/tokens'] as const].map(
    ([word, path]): PaletteEntry => ({
      key: `page-${path}`,
      group: 'pages',
      text: t(`shell.${word}`),
      icon: <SettingOutlined aria-hidden />,
      detail: t(word === 'tokens' ? 'shell.account' : 'shell.administration'),
      onOpen: () => void navigate(path),
    }),
  );
  const others = (projects ?? [])
    .filter(({ id, deleting }) => id !== projectId && !deleting)
    .map(({ id, name }): PaletteEntry => ({
      key: `project-${id}`,
      group: 'projects',
      text: name,
      icon: <ProjectOutlined aria-hidden />,
      onOpen: () => void navigate(`/project/${id}`),
    }));
  return [...pages, ...ofDashboard, ...settings, ...administration, ...others];
}
