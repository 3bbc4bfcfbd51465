import { CopyOutlined, DeleteOutlined, EditOutlined, SearchOutlined } from '@ant-design/icons';
import { effectiveApp, type Template, withVisibleControls, workspaceTypeOf } from '@switchyard/contracts';
import { Button, Tabs } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useGetTemplateQuery } from '../api/templates-api.js';
import { useListViewsQuery } from '../api/views-api.js';
import { AppMark } from '../components/brand/app-mark.js';
import { DeleteDialog } from '../components/dialogs/delete-dialog.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { IconButton } from '../components/actions/icon-button.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { RunButton } from '../components/task/run-button.js';
import { useOpenTask } from '../components/task/task-link.js';
import { RunDialog } from '../features/tasks/run-dialog.js';
import { TaskHistory } from '../features/tasks/task-history.js';
import { StatsView } from '../features/stats/stats-view.js';
import { TemplateConsequence } from '../features/templates/template-consequence.js';
import { TemplateDescription } from '../features/templates/template-description.js';
import { TemplateDetails } from '../features/templates/template-details.js';
import { TemplateDialog } from '../features/templates/template-dialog.js';
import { TemplateFacts } from '../features/templates/template-facts.js';
import { TemplateLacks } from '../features/templates/template-lacks.js';
import { OPEN } from '../lib/open-param.js';
import { useTitle } from '../lib/page-title.js';
import { templatesPath } from '../features/views/remembered-view.js';
import { StateTab, WORKSPACE_PARAM } from '../features/workspaces/state-tab.js';
import { idParam, useUrlParams } from '../lib/use-url-params.js';
import { NotFoundPage } from './not-found-page.js';
import { late } from '../components/feedback/late.js';

const LogSearchDialog = late(async () => (await import('../features/templates/log-search-dialog.js')).LogSearchDialog);

const tabs = ['tasks', 'details', 'state'] as const;
type Tab = (typeof tabs)[number];

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 404;

type OpenDialog = 'run' | 'edit' | 'copy' | 'delete' | 'search' | null;

/** The forms, which the address names so that a reload opens them again, and the right that each needs. */
const FORMS = { run: 'runProjectTasks', edit: 'manageProjectResources', copy: 'manageProjectResources' } as const;
type FormName = keyof typeof FORMS;
const isForm = (name: string | null): name is FormName => name !== null && Object.hasOwn(FORMS, name);

/** The dialog that is open. */
function useOpenDialog(): [OpenDialog, (dialog: OpenDialog) => void] {
  const [params, change] = useUrlParams();
  const [open, setOpen] = useState<OpenDialog>(null);
  const named = params.get(OPEN);
  const mayOpen = usePermission(FORMS[isForm(named) ? named : 'edit']);
  const set = (dialog: OpenDialog): void => {
    setOpen(dialog);
    if (isForm(dialog) || new URLSearchParams(window.location.search).has(OPEN)) {
      change({ [OPEN]: isForm(dialog) ? dialog : null });
    }
  };
  return [open ?? (isForm(named) && mayOpen ? named : null), set];
}

function TemplateTasks({ template: { id, project_id: projectId } }: { template: Template }) {
  const { t } = useTranslation();
  const empty = <EmptyState title={t('template.notLaunched')} text={t('template.notLaunchedText')} />;
  return <TaskHistory projectId={projectId} templateId={id} empty={empty} />;
}

interface DialogsProps {
  template: Template;
  open: OpenDialog;
  /** Of a run: the workspace that is offered. */
  runOn: number | undefined;
  onCopy: () => void;
  onClosed: () => void;
}

function Dialogs({ template, open, runOn, onCopy, onClosed }: DialogsProps) {
  const navigate = useNavigate();
  const openTask = useOpenTask();
  const { id, project_id: projectId, app, name } = template;
  const list = useTemplatesBase();
  switch (open) {
    case 'run':
      return (
        <RunDialog
          projectId={projectId}
          template={template}
          inventoryId={runOn}
          onStarted={openTask}
          onClosed={onClosed}
        />
      );
    case 'edit':
      return (
        <TemplateDialog
          key="edit"
          projectId={projectId}
          app={app}
          template={template}
          onCopy={onCopy}
          onClosed={onClosed}
        />
      );
    case 'copy':
      return (
        <TemplateDialog
          key="copy"
          projectId={projectId}
          app={app}
          template={template}
          copy
          onClosed={onClosed}
          onSaved={(made) => made !== null && void navigate(`${list}/${made}/tasks`)}
        />
      );
    case 'delete':
      return (
        <DeleteDialog
          target={{ projectId, kind: 'templates', id }}
          name={name}
          consequence={(references) => <TemplateConsequence template={template} references={references} />}
          onClosed={onClosed}
          onDeleted={() => void navigate(list, { replace: true })}
        />
      );
    case 'search':
      return (
        <Suspense>
          <LogSearchDialog template={template} onClosed={onClosed} />
        </Suspense>
      );
    default:
      return null;
  }
}

function ManageButtons({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton label={t('template.delete')} icon={<DeleteOutlined aria-hidden />} onClick={() => onOpen('delete')} />
      <IconButton label={t('template.copy')} icon={<CopyOutlined aria-hidden />} onClick={() => onOpen('copy')} />
      <Button icon={<EditOutlined aria-hidden />} onClick={() => onOpen('edit')}>
        {t('common.edit')}
      </Button>
    </>
  );
}

/** Address of the list that the page on screen was reached by: of all templates, or of a view. */
function useTemplatesBase(): string {
  const { projectId, viewId } = useParams();
  return templatesPath(Number(projectId), viewId === undefined ? null : Number(viewId));
}

/** Where the page is: the list, the view it was reached by, and its own name. */
function Breadcrumb({ template }: { template: Template }) {
  const { t } = useTranslation();
  const { viewId } = useParams();
  const base = useTemplatesBase();
  const { data: views } = useListViewsQuery(template.project_id, { skip: viewId === undefined });
  const view = views?.find(({ id }) => id === Number(viewId));
  return (
    <>
      <Link className="sy-crumb" to={templatesPath(template.project_id, null)}>
        {t('nav.templates')}
      </Link>
      {view && (
        <>
          <span className="sy-text3">/</span>
          <Link className="sy-crumb sy-ellipsis" to={base}>
            {withVisibleControls(view.title)}
          </Link>
        </>
      )}
      <span className="sy-text3">/</span>
      <AppMark app={template.app} size={20} />
      <span className="sy-ellipsis" title={withVisibleControls(template.name)}>
        {withVisibleControls(template.name)}
      </span>
    </>
  );
}

interface TabContentProps {
  template: Template;
  tab: Tab;
  onRun: (inventoryId: number) => void;
}

function TabContent({ template, tab, onRun }: TabContentProps) {
  switch (tab) {
    case 'tasks':
      return <TemplateTasks template={template} />;
    case 'details':
      return (
        <>
          <TemplateDetails template={template} />
          <StatsView projectId={template.project_id} templateId={template.id} />
        </>
      );
    case 'state':
      return <StateTab template={template} onRun={onRun} />;
  }
}

function LoadedTemplate({ template, tab }: { template: Template; tab: Tab }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayManage = usePermission('manageProjectResources');
  const mayRun = usePermission('runProjectTasks');
  const [open, setOpen] = useOpenDialog();
  const [runOn, setRunOn] = useState<number>();
  const [params] = useUrlParams();
  const run = (inventoryId?: number): void => {
    setRunOn(inventoryId);
    setOpen('run');
  };
  const base = useTemplatesBase();
  useTitle('status', template.last_task && t(`status.${template.last_task.status}`));
  return (
    <>
      <PageHead title={<Breadcrumb template={template} />} name={template.name}>
        <IconButton
          label={t('logSearch.open')}
          icon={<SearchOutlined aria-hidden />}
          onClick={() => setOpen('search')}
        />
        {mayManage && <ManageButtons onOpen={setOpen} />}
        {mayRun && <RunButton template={template} size="middle" onRun={() => run(idParam(params, WORKSPACE_PARAM))} />}
      </PageHead>
      <TemplateDescription template={template} />
      <TemplateLacks template={template} />
      <TemplateFacts template={template} />
      <div className="sy-tabs">
        <Tabs
          activeKey={tab}
          onChange={(key) => void navigate(`${base}/${template.id}/${key}`, { replace: true })}
          items={tabsOf(template).map((key) => ({ key, label: t(`template.tabs.${key}`) }))}
        />
      </div>
      <div className="sy-body">
        <TabContent template={template} tab={tab} onRun={run} />
      </div>
      <Dialogs
        template={template}
        open={open}
        runOn={runOn}
        onCopy={() => setOpen('copy')}
        onClosed={() => setOpen(null)}
      />
    </>
  );
}

/** Templates of the Terraform family alone have workspaces. */
const tabsOf = ({ app }: Template): readonly Tab[] =>
  tabs.filter((tab) => tab !== 'state' || workspaceTypeOf(effectiveApp(app)) !== null);

const isTab = (text: string): text is Tab => tabs.some((tab) => tab === text);

/** The id of a template that is not made yet: its address is that of the form. */
const NEW = 'new';

/** One template: its tasks and what it is made of. */
export function TemplatePage() {
  const { projectId } = useProject();
  const { templateId, tab } = useParams();
  const { search, hash } = useLocation();
  const id = Number(templateId);
  const isId = Number.isInteger(id) && id > 0;
  const { data, error, refetch } = useGetTemplateQuery({ projectId, id }, { skip: !isId });
  if (templateId === NEW && tab === undefined) {
    return <Navigate to={{ pathname: 'edit', search, hash }} replace />;
  }
  if (!isId || (tab !== undefined && !isTab(tab)) || isMissing(error)) {
    return <NotFoundPage />;
  }
  if (tab === undefined) {
    return <Navigate to={{ pathname: 'tasks', search, hash }} replace />;
  }
  if (data === undefined) {
    return error === undefined ? <LoadingRows /> : <LoadFailure error={error} onRetry={() => void refetch()} />;
  }
  if (!tabsOf(data).includes(tab)) {
    return <NotFoundPage />;
  }
  return <LoadedTemplate key={data.id} template={data} tab={tab} />;
}
