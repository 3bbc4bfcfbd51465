import { ThunderboltOutlined } from '@ant-design/icons';
import { allows, type Template } from '@switchyard/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListTemplatesQuery } from '../../api/templates-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { useActionWord } from '../../components/actions/use-action-word.js';
import { useProject } from '../../components/page/project-context.js';
import type { PaletteEntry } from '../../features/palette/palette-entries.js';
import { useCommandEntries } from './palette-commands.js';
import { usePageEntries } from './palette-pages.js';
import { useResourceEntries } from './palette-resources.js';
import { useTaskEntries } from './palette-tasks.js';
import type { ShellCommand } from './use-shell-keys.js';

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

interface PaletteSource {
  isOpen: boolean;
  onRun: (template: Template) => void;
  onShow: (command: ShellCommand) => void;
}

/** All that the palette of a project can find, with what each does. */
export function usePaletteEntries({ isOpen, onRun, onShow }: PaletteSource): PaletteEntry[] {
  return [
    ...useTemplateEntries(onRun),
    ...useTaskEntries(),
    ...useCommandEntries(onShow),
    ...usePageEntries(),
    ...useResourceEntries(isOpen),
  ];
}
