import { EditOutlined } from '@ant-design/icons';
import type { Template } from '@switchyard/contracts';
import { Button } from 'antd';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useListAppsQuery } from '../api/apps-api.js';
import { useListTemplatesQuery } from '../api/templates-api.js';
import { useListViewsQuery } from '../api/views-api.js';
import { ColumnSheet, useColumns } from '../components/data-table/column-sheet.js';
import { useSelection } from '../components/data-table/use-selection.js';
import { FilterInput, useUrlFilter } from '../components/data-table/url-filter.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { useResourceNames } from '../components/resource/use-resource-names.js';
import { useOpenTask } from '../components/task/task-link.js';
import { columnTitle, narrowColumns, needsNames, wideColumns } from '../features/templates/column-choice.js';
import { NewTemplateMenu } from '../features/templates/new-template-menu.js';
import { TemplateTable } from '../features/templates/template-table.js';
import { rememberView, templatesPath } from '../features/views/remembered-view.js';
import { isTab, ViewTabs } from '../features/views/view-tabs.js';
import { holdsText } from '../lib/holds-text.js';
import { RUN } from '../lib/open-param.js';
import { useIsNarrow } from '../lib/use-media-query.js';
import { idParam, useUrlParams } from '../lib/use-url-params.js';
import { FirstRun } from './first-run/first-run.js';
import { useGuide } from './first-run/use-guide.js';
import { late } from '../components/feedback/late.js';

/** Dialogs come behind the list. */
const RunDialog = late(async () => (await import('../features/tasks/run-dialog.js')).RunDialog);
const NewTemplate = late(async () => (await import('./new-template.js')).NewTemplate);
const TemplateSelection = late(async () => (await import('./template-selection.js')).TemplateSelection);
const EditViewsDialog = late(async () => (await import('../features/views/edit-views-dialog.js')).EditViewsDialog);

/** View of the address; `null` = all templates. */
function useView(): number | null {
  const { viewId } = useParams();
  const { projectId } = useProject();
  const view = viewId === undefined ? null : Number(viewId);
  useEffect(() => {
    rememberView(projectId, view);
  }, [projectId, view]);
  return view;
}

/** App of the new template that the address asks for; `null` = none. */
function useNewApp(): string | null {
  const isNew = useLocation().pathname.endsWith('/templates/new/edit');
  const [params] = useSearchParams();
  const { data: apps } = useListAppsQuery(undefined, { skip: !isNew });
  if (!isNew || apps === undefined) {
    return null;
  }
  return params.get('app') ?? apps.find(({ active }) => active)?.id ?? 'ansible';
}

function NothingShown({ filter, onClear, mayManage }: { filter: string; onClear: () => void; mayManage: boolean }) {
  const { t } = useTranslation();
  return filter === '' ? (
    <EmptyState
      title={t('views.emptyTitle')}
      text={mayManage ? t('views.emptyText') : t('views.emptyTextForReaders')}
    />
  ) : (
    <EmptyState title={t('template.noMatchTitle')} text={t('template.noMatchText')}>
      <Button onClick={onClear}>{t('template.clearFilter')}</Button>
    </EmptyState>
  );
}

function ViewGone({ onAll }: { onAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState title={t('views.goneTitle')} text={t('views.goneText')}>
      <Button type="primary" onClick={onAll}>
        {t('views.toAll')}
      </Button>
    </EmptyState>
  );
}

function TabsRow({ view, mayManage, children }: { view: number | null; mayManage: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  const { data: views = [] } = useListViewsQuery(projectId, { refetchOnFocus: true });
  const [editing, setEditing] = useState(false);
  return (
    <>
      <ViewTabs
        views={views.filter((each) => isTab(each) || each.id === view)}
        active={view}
        onChoose={(id) => void navigate(templatesPath(projectId, id))}
      >
        {mayManage && (
          <Button
            type="text"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('views.edit')}
            onClick={() => setEditing(true)}
          >
            <span className="sy-wide-only">{t('views.edit')}</span>
          </Button>
        )}
        {children}
      </ViewTabs>
      <Suspense fallback={null}>
        {editing && <EditViewsDialog projectId={projectId} onClosed={() => setEditing(false)} />}
      </Suspense>
    </>
  );
}

function useTemplateList(view: number | null, filter: string) {
  const { projectId } = useProject();
  const { data, error, refetch } = useListTemplatesQuery(projectId);
  const views = useListViewsQuery(projectId).data;
  return {
    error,
    refetch: () => void refetch(),
    isEmpty: data?.length === 0,
    isGone: view !== null && views !== undefined && views.every(({ id }) => id !== view),
    templates: data?.filter(
      (each) => (view === null || each.view_id === view) && holdsText(filter, [each.name, each.playbook]),
    ),
  };
}

/** The template whose run dialog is open; the address names it, so that a reload opens it again. */
function useRunning(mayRun: boolean, templates: readonly Template[] | undefined) {
  const [params, change] = useUrlParams();
  const [running, setRunning] = useState<Template | null>(null);
  const id = idParam(params, RUN);
  const named = mayRun ? templates?.find((each) => each.id === id) : undefined;
  const set = (template: Template | null): void => {
    setRunning(template);
    if (template !== null || new URLSearchParams(window.location.search).has(RUN)) {
      change({ [RUN]: template && String(template.id) });
    }
  };
  return [running ?? named ?? null, set] as const;
}

interface DialogsProps {
  /** App of the template to be made. */
  newApp: string | null;
  view: number | null;
  /** The template to be run. */
  running: Template | null;
  onRan: () => void;
}

function Dialogs({ newApp, view, running, onRan }: DialogsProps) {
  const navigate = useNavigate();
  const openTask = useOpenTask();
  const { projectId } = useProject();
  const toList = (): void => void navigate(templatesPath(projectId, view));
  return (
    <Suspense fallback={null}>
      {newApp !== null && <NewTemplate projectId={projectId} app={newApp} viewId={view} onClosed={toList} />}
      {running !== null && <RunDialog projectId={projectId} template={running} onStarted={openTask} onClosed={onRan} />}
    </Suspense>
  );
}

export function TemplatesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const narrow = useIsNarrow();
  const { projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const mayRun = usePermission('runProjectTasks');
  const view = useView();
  const newApp = useNewApp();
  const [filter, setFilter] = useUrlFilter();
  const choice = narrow ? narrowColumns : wideColumns;
  const [shown, setShown] = useColumns(choice);
  const list = useTemplateList(view, filter);
  const [running, setRunning] = useRunning(mayRun, list.templates);
  const selection = useSelection(list.templates, { keyOf: ({ id }) => id, nameOf: ({ name }) => name });
  const isGuided = useGuide(projectId) !== null;
  const nameOf = useResourceNames(projectId, !needsNames(shown));
  const base = templatesPath(projectId, view);
  const create = (app: string): void => void navigate(`${base}/new/edit?app=${encodeURIComponent(app)}`);
  return (
    <>
      <PageHead
        title={t('nav.templates')}
        filter={!list.isEmpty && <FilterInput label={t('template.filter')} value={filter} onChange={setFilter} />}
      >
        {mayManage && <NewTemplateMenu quiet={isGuided} onChoose={create} />}
      </PageHead>
      {!list.isEmpty && (
        <TabsRow view={view} mayManage={mayManage}>
          <ColumnSheet
            options={choice.all.map((value) => ({ value, label: columnTitle(t, value) }))}
            columns={shown}
            onChange={setShown}
          />
        </TabsRow>
      )}
      <div className="sy-body">
        <FirstRun onNewTemplate={create} onRun={mayRun ? setRunning : undefined} />
        {list.isGone && <ViewGone onAll={() => void navigate(templatesPath(projectId, null), { replace: true })} />}
        {!list.isEmpty && !list.isGone && (
          <TemplateTable
            templates={list.templates}
            error={list.error}
            onRetry={list.refetch}
            base={base}
            shown={shown}
            nameOf={nameOf}
            onRun={mayRun ? setRunning : undefined}
            selection={mayRun || mayManage ? selection : undefined}
            empty={<NothingShown filter={filter} onClear={() => setFilter('')} mayManage={mayManage} />}
          />
        )}
        <Suspense fallback={null}>
          {selection.isUsed && <TemplateSelection templates={selection.chosen} onClear={selection.clear} />}
        </Suspense>
      </div>
      <Dialogs newApp={mayManage ? newApp : null} view={view} running={running} onRan={() => setRunning(null)} />
    </>
  );
}
