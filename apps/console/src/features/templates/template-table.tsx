import { type Template, withVisibleControls } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useListTemplateTasksQuery } from '../../api/tasks-api.js';
import { AppMark } from '../../components/brand/app-mark.js';
import { TasksCaret } from '../../components/data-table/caret.js';
import { DataTable } from '../../components/data-table/data-table.js';
import type { Selection } from '../../components/data-table/use-selection.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { NarrowRow } from '../../components/data-table/narrow-row.js';
import { RECENT_TASKS, RecentTasks } from '../../components/task/recent-tasks.js';
import { RunButton } from '../../components/task/run-button.js';
import { TaskLink } from '../../components/task/task-link.js';
import { columnText, type NameOf, type TemplateColumn } from './column-choice.js';
import { LastStatus, LastTask, TemplateName } from './template-cells.js';
import { templateColumns } from './template-columns.js';

interface TemplateTableProps {
  templates: Template[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** Address of the list. */
  base: string;
  shown: readonly TemplateColumn[];
  nameOf: NameOf;
  onRun?: ((template: Template) => void) | undefined;
  empty: ReactNode;
  /** Absent: nothing is done with several. */
  selection?: Selection<Template> | undefined;
}

function TemplateTasks({ template }: { template: Template }) {
  const { project_id: projectId, id: templateId } = template;
  return <RecentTasks list={useListTemplateTasksQuery({ projectId, templateId, limit: RECENT_TASKS })} />;
}

interface NarrowTemplateProps extends Pick<TemplateTableProps, 'base' | 'shown' | 'nameOf' | 'onRun'> {
  template: Template;
  check?: ReactNode;
}

/** The chosen columns that are plain text, on a line of their own. */
function NarrowFacts({ template, shown, nameOf }: Pick<NarrowTemplateProps, 'template' | 'shown' | 'nameOf'>) {
  const { t } = useTranslation();
  const texts = shown.flatMap((name) => columnText(t, name, template, nameOf) || []);
  return texts.length > 0 && <div className="sy-narrow-meta">{withVisibleControls(texts.join(' · '))}</div>;
}

function NarrowTemplate({ template, check, base, shown, nameOf, onRun }: NarrowTemplateProps) {
  const { t } = useTranslation();
  const { last_task: last } = template;
  return (
    <NarrowRow
      mark={
        <>
          {check}
          <AppMark app={template.app} size={24} />
        </>
      }
      title={<TemplateName template={template} base={base} markless />}
      meta={
        last ? (
          <>
            {shown.includes('status') && <LastStatus template={template} base={base} />}
            {shown.includes('last') &&
              (shown.includes('status') ? <TaskLink taskId={last.id} /> : <LastTask template={template} />)}
          </>
        ) : (
          shown.includes('status') && t('template.notLaunched')
        )
      }
      more={<NarrowFacts template={template} shown={shown} nameOf={nameOf} />}
      action={onRun && <RunButton template={template} size="middle" onRun={onRun} />}
    />
  );
}

/** The template list; a row opens to its last tasks. */
export function TemplateTable({ templates, error, onRetry, empty, selection, ...cells }: TemplateTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable<Template>
      label={t('nav.templates')}
      rows={templates}
      rowKey={(template) => template.id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      columns={templateColumns({ t, select: selection?.column, ...cells })}
      narrowRow={(template) => <NarrowTemplate template={template} check={selection?.mark(template)} {...cells} />}
      expansion={{
        title: <HiddenText text={t('template.recentTasks')} />,
        content: (template) => <TemplateTasks template={template} />,
        isExpandable: (template) => template.last_task !== null,
        caret: (template, expanded, onToggle) => (
          <TasksCaret expanded={expanded} name={template.name} onToggle={onToggle} />
        ),
      }}
    />
  );
}
