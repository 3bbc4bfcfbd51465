import { ProjectOutlined, SettingOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { allows, type Template } from '@switchyard/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListProjectsQuery } from '../../api/projects-api.js';
import { useListLastTasksQuery } from '../../api/tasks-api.js';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { Moment } from '../../components/display/moment.js';
import { useProject } from '../../components/page/project-context.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { StatusIcon } from '../../components/task/status-icon.js';
import { useOpenTask } from '../../components/task/task-link.js';
import { statusLook } from '../../components/task/task-status.js';
import { useActionWord } from '../../components/actions/use-action-word.js';
import type { PaletteEntry } from '../../features/palette/palette-entries.js';
import { entriesOf } from './project-entries.js';

const adminPages = [
  ['users', '/users'],
  ['runners', '/runners'],
  ['activeTasks', '/tasks'],
  ['apps', '/apps'],
  ['access', '/access'],
] as const;

function useTemplateEntries(onRun: (template: Template) => void): PaletteEntry[] {
  const { projectId, permissions } = useProject();
  const navigate = useNavigate();
  const { t } = useTranslation();
  const action = useActionWord();
  const { data } = useListTemplatesQuery(projectId);
  return useMemo(() => {
    const mayRun = allows(permissions, 'runProjectTasks');
    return (data ?? []).flatMap((template): PaletteEntry[] => {
      const run = mayRun ? (): void => onRun(template) : undefined;
      const entry: PaletteEntry = {
        key: `template-${template.id}`,
        group: 'templates',
        text: template.name,
        icon: <AppMark app={template.app} size={20} />,
        onOpen: () => void navigate(`/project/${projectId}/templates/${template.id}`),
        onRun: run,
      };
      return run
        ? [
            entry,
            {
              key: `run-${template.id}`,
              group: 'actions',
              text: t('action.named', { action: action(template.type), name: template.name }),
              icon: <ThunderboltOutlined aria-hidden />,
              onOpen: run,
              onRun: run,
            },
          ]
        : [entry];
    });
  }, [data, permissions, projectId, navigate, onRun, action, t]);
}

function useTaskEntries(): PaletteEntry[] {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const open = useOpenTask();
  const { data } = useListLastTasksQuery(projectId);
  return (data ?? []).map((task) => {
    const { shape, tone } = statusLook(task.status);
    return {
      key: `task-${task.id}`,
      group: 'tasks',
      text: `#${task.id} ${task.tpl_alias}`,
      icon: (
        <span className="sy-status" data-tone={tone}>
          <StatusIcon shape={shape} />
        </span>
      ),
      detail: (
        <>
          {t(`status.${task.status}`)}, <Moment value={task.start ?? task.created} short />
        </>
      ),
      onOpen: () => open(task.id),
    };
  });
}

function usePageEntries(): PaletteEntry[] {
  const { t } = useTranslation();
  const { project, projectId } = useProject();
  const { admin } = useSessionUser();
  const navigate = useNavigate();
  const { data: projects } = useListProjectsQuery();
  const pages = entriesOf(project).map(({ path, word, icon }): PaletteEntry => ({
    key: `page-${path}`,
    group: 'pages',
    text: t(`nav.${word}`),
    icon,
    onOpen: () => void navigate(`/project/${projectId}/${path}`),
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
  return [...pages, ...administration, ...others];
}

/** All that the palette of a project can find, with what each does. */
export function usePaletteEntries(onRun: (template: Template) => void): PaletteEntry[] {
  return [...useTemplateEntries(onRun), ...useTaskEntries(), ...usePageEntries()];
}
