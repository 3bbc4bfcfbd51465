import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons';
import type { Template } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppMark } from '../../components/brand/app-mark.js';
import { DataTable } from '../../components/data-table/data-table.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { RunButton } from '../../components/task/run-button.js';
import { TaskLink } from '../../components/task/task-link.js';
import { RecentTasks } from './recent-tasks.js';
import { LastStatus, templateColumns, TemplateName, type ExtraColumn, type NameOf } from './template-columns.js';

interface TemplateTableProps {
  templates: Template[] | undefined;
  error: unknown;
  onRetry: () => void;
  extras: readonly ExtraColumn[];
  nameOf: NameOf;
  onRun?: ((template: Template) => void) | undefined;
  empty: ReactNode;
}

interface CaretProps {
  expanded: boolean;
  name: string;
  onToggle: () => void;
}

function Caret({ expanded, name, onToggle }: CaretProps) {
  const { t } = useTranslation();
  const label = expanded ? t('template.hideTasks', { name }) : t('template.showTasks', { name });
  return (
    <button type="button" className="sy-caret" aria-expanded={expanded} aria-label={label} onClick={onToggle}>
      {expanded ? <CaretDownFilled aria-hidden /> : <CaretRightFilled aria-hidden />}
    </button>
  );
}

function NarrowTemplate({
  template,
  onRun,
}: {
  template: Template;
  onRun?: ((template: Template) => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <NarrowRow
      mark={<AppMark app={template.app} size={24} />}
      title={<TemplateName template={template} markless />}
      meta={
        template.last_task ? (
          <>
            <LastStatus template={template} />
            <TaskLink taskId={template.last_task.id} />
          </>
        ) : (
          t('template.notLaunched')
        )
      }
      action={onRun && <RunButton template={template} size="middle" onRun={onRun} />}
    />
  );
}

/** The template list; a row opens to its last tasks. */
export function TemplateTable({ templates, error, onRetry, extras, nameOf, onRun, empty }: TemplateTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable<Template>
      label={t('nav.templates')}
      rows={templates}
      rowKey={(template) => template.id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      columns={templateColumns({ t, extras, nameOf, onRun })}
      narrowRow={(template) => <NarrowTemplate template={template} onRun={onRun} />}
      expansion={{
        title: <HiddenText text={t('template.recentTasks')} />,
        content: (template) => <RecentTasks projectId={template.project_id} templateId={template.id} />,
        isExpandable: (template) => template.last_task !== null,
        caret: (template, expanded, onToggle) => <Caret expanded={expanded} name={template.name} onToggle={onToggle} />,
      }}
    />
  );
}
