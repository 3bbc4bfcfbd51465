import { SearchOutlined } from '@ant-design/icons';
import type { Template } from '@switchyard/contracts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useListGitRepositoriesQuery } from '../api/git-repositories-api.js';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { useOpenTask } from '../components/task/task-link.js';
import { useResourceNames } from '../components/resource/use-resource-names.js';
import { RunDialog } from '../features/tasks/run-dialog.js';
import { ColumnSheet, useExtraColumns } from '../features/templates/column-sheet.js';
import { NewTemplateMenu } from '../features/templates/new-template-menu.js';
import { TemplateDialog } from '../features/templates/template-dialog.js';
import { TemplateTable } from '../features/templates/template-table.js';
import { useIsNarrow } from '../lib/use-media-query.js';
import { FirstRun } from './first-run/first-run.js';

/** Filter text, kept in the address. */
function useFilter(): [string, (text: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (text: string): void =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous);
        next.delete('q');
        if (text !== '') {
          next.set('q', text);
        }
        return next;
      },
      { replace: true },
    );
  return [params.get('q') ?? '', set];
}

const matches = (template: Template, filter: string): boolean =>
  `${template.name} ${template.playbook}`.toLowerCase().includes(filter.trim().toLowerCase());

/** Why no template can be made yet. */
function useUnavailable(projectId: number): string | null {
  const { t } = useTranslation();
  const { data } = useListGitRepositoriesQuery(projectId);
  return data?.length === 0 ? t('template.needsRepository') : null;
}

function FilterInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <Input
      className="sy-filter"
      prefix={<SearchOutlined aria-hidden />}
      value={value}
      allowClear
      placeholder={t('template.filter')}
      aria-label={t('template.filter')}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('template.noMatchTitle')} text={t('template.noMatchText')}>
      <Button onClick={onClear}>{t('template.clearFilter')}</Button>
    </EmptyState>
  );
}

export function TemplatesPage() {
  const { t } = useTranslation();
  const narrow = useIsNarrow();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const mayRun = usePermission('runProjectTasks');
  const openTask = useOpenTask();
  const [filter, setFilter] = useFilter();
  const [extras, setExtras] = useExtraColumns();
  const [newApp, setNewApp] = useState<string | null>(null);
  const [running, setRunning] = useState<Template | null>(null);
  const { data, error, refetch } = useListTemplatesQuery(projectId);
  const names = useResourceNames(projectId, extras.length === 0);
  const unavailable = useUnavailable(projectId);
  const isEmpty = data?.length === 0;
  return (
    <>
      <PageHead title={t('nav.templates')} filter={!isEmpty && <FilterInput value={filter} onChange={setFilter} />}>
        {!isEmpty && !narrow && <ColumnSheet columns={extras} onChange={setExtras} />}
        {mayManage && <NewTemplateMenu unavailable={unavailable} onChoose={setNewApp} />}
      </PageHead>
      <div className="sy-body">
        <FirstRun onNewTemplate={setNewApp} />
        {!isEmpty && (
          <TemplateTable
            templates={data?.filter((template) => matches(template, filter))}
            error={error}
            onRetry={() => void refetch()}
            extras={extras}
            nameOf={names}
            onRun={mayRun ? setRunning : undefined}
            empty={<NoMatch onClear={() => setFilter('')} />}
          />
        )}
      </div>
      {newApp !== null && (
        <TemplateDialog projectId={projectId} app={newApp} template={null} onClosed={() => setNewApp(null)} />
      )}
      {running !== null && (
        <RunDialog projectId={projectId} template={running} onStarted={openTask} onClosed={() => setRunning(null)} />
      )}
    </>
  );
}
