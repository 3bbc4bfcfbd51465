import { own } from '@switchyard/contracts';
import { type ComponentType, useEffect } from 'react';
import { createBrowserRouter, Navigate, useLocation, type RouteObject, useRouteError } from 'react-router-dom';
import { onSessionEnd } from '../api/session-end.js';
import { store } from '../api/store.js';
import { getCurrentUser } from '../api/user-api.js';
import { StartScreen } from '../components/feedback/start-screen.js';
import { withTexts } from '../lib/all-texts.js';
import { ErrorScreen } from '../components/feedback/error-screen.js';
import { MissingPage } from '../components/feedback/late.js';
import { SIGNED_OUT, writeSetting } from '../lib/local-setting.js';
import { basePath, ownPath } from '../lib/own-address.js';

type Loading<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/** A component that is loaded when it is first shown; the first texts are enough for it. Without its code it says so. */
const withFirstTexts =
  <Name extends string>(load: Loading<Name>, name: Name) =>
  async () => ({
    Component: await load().then(
      (loaded) => own(loaded, name),
      () => MissingPage,
    ),
  });

/** The same of one that needs the other texts too. */
const withAllTexts = <Name extends string>(load: Loading<Name>, name: Name) =>
  withFirstTexts(() => withTexts(load()), name);

/** Keeps the task and the lines that the address names. */
function ToHistory() {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: 'history', search, hash }} replace />;
}

/** Of all templates; those of a view are the same below it. */
const templateRoutes = [
  { path: 'templates', lazy: withAllTexts(() => import('../pages/templates-page.js'), 'TemplatesPage') },
  { path: 'templates/new/edit', lazy: withAllTexts(() => import('../pages/templates-page.js'), 'TemplatesPage') },
  {
    path: 'templates/:templateId/:tab?',
    lazy: withAllTexts(() => import('../pages/template-page.js'), 'TemplatePage'),
  },
];

const projectRoutes: RouteObject[] = [
  { index: true, element: <ToHistory /> },
  {
    lazy: withFirstTexts(() => import('../pages/dashboard-page.js'), 'DashboardPage'),
    children: [
      { path: 'history', lazy: withFirstTexts(() => import('../pages/history-page.js'), 'HistoryPage') },
      { path: 'stats', lazy: withAllTexts(() => import('../pages/stats-page.js'), 'StatsPage') },
      { path: 'activity', lazy: withAllTexts(() => import('../pages/activity-page.js'), 'ActivityPage') },
      { path: 'runners', lazy: withAllTexts(() => import('../pages/project-runners-page.js'), 'ProjectRunnersPage') },
      { path: 'news', lazy: withAllTexts(() => import('../pages/posts-page.js'), 'PostsPage') },
      { path: 'install/:part?', lazy: withAllTexts(() => import('../pages/install-page.js'), 'InstallPage') },
      { path: 'billing', lazy: withAllTexts(() => import('../pages/billing-page.js'), 'BillingPage') },
    ],
  },
  ...templateRoutes,
  ...templateRoutes.map((route) => ({ ...route, path: `views/:viewId/${route.path}` })),
  { path: 'schedule', lazy: withAllTexts(() => import('../pages/schedules-page.js'), 'SchedulesPage') },
  { path: 'workflows', lazy: withAllTexts(() => import('../pages/workflows-page.js'), 'WorkflowsPage') },
  { path: 'workflows/:workflowId', lazy: withAllTexts(() => import('../pages/workflow-page.js'), 'WorkflowPage') },
  {
    path: 'workflows/runs/:runId',
    lazy: withAllTexts(() => import('../pages/workflow-run-page.js'), 'WorkflowRunPage'),
  },
  { path: 'inventory', lazy: withAllTexts(() => import('../pages/inventory-page.js'), 'InventoryPage') },
  { path: 'environment', lazy: withAllTexts(() => import('../pages/environments-page.js'), 'EnvironmentsPage') },
  { path: 'keys', lazy: withAllTexts(() => import('../pages/keys-page.js'), 'KeysPage') },
  { path: 'repositories', lazy: withAllTexts(() => import('../pages/repositories-page.js'), 'RepositoriesPage') },
  { path: 'integrations', lazy: withAllTexts(() => import('../pages/integrations-page.js'), 'IntegrationsPage') },
  {
    path: 'integrations/:integrationId',
    lazy: withAllTexts(() => import('../pages/integration-page.js'), 'IntegrationPage'),
  },
  { path: 'settings', lazy: withAllTexts(() => import('../pages/project-settings-page.js'), 'ProjectSettingsPage') },
  { path: 'team', lazy: withAllTexts(() => import('../pages/team-page.js'), 'TeamPage') },
  { path: '*', lazy: withFirstTexts(() => import('../pages/not-found-page.js'), 'NotFoundPage') },
];

/** The frame of a project, once a log that the address opens can be drawn with it. */
async function projectLayout() {
  const layout = await import('./layout/project-layout.js');
  await layout.logAhead;
  return layout;
}

const signedInRoutes: RouteObject[] = [
  { index: true, lazy: withAllTexts(() => import('../pages/start-page.js'), 'StartPage') },
  {
    path: 'project/:projectId',
    lazy: withFirstTexts(projectLayout, 'ProjectLayout'),
    children: projectRoutes,
  },
  {
    lazy: withAllTexts(() => import('./layout/admin-layout.js'), 'AdminLayout'),
    children: [
      { path: 'project/none', lazy: withAllTexts(() => import('../pages/start-page.js'), 'NoProjectPage') },
      { path: 'project/new', lazy: withAllTexts(() => import('../pages/new-project-page.js'), 'NewProjectPage') },
      { path: 'project/restore', lazy: withAllTexts(() => import('../pages/restore-page.js'), 'RestorePage') },
      {
        path: 'project/premium',
        lazy: withAllTexts(() => import('../pages/new-subscription-page.js'), 'NewSubscriptionPage'),
      },
      { path: 'users', lazy: withAllTexts(() => import('../pages/users-page.js'), 'UsersPage') },
      { path: 'runners', lazy: withAllTexts(() => import('../pages/runners-page.js'), 'RunnersPage') },
      { path: 'apps', lazy: withAllTexts(() => import('../pages/apps-page.js'), 'AppsPage') },
      { path: 'tasks', lazy: withAllTexts(() => import('../pages/active-tasks-page.js'), 'ActiveTasksPage') },
      { path: 'access', lazy: withAllTexts(() => import('../pages/access-page.js'), 'AccessPage') },
      { path: 'audit', lazy: withAllTexts(() => import('../pages/audit-page.js'), 'AuditPage') },
      {
        path: 'audit/receivers',
        lazy: withAllTexts(() => import('../pages/audit-receivers-page.js'), 'AuditReceiversPage'),
      },
      { path: 'doctor', lazy: withAllTexts(() => import('../pages/doctor-page.js'), 'DoctorPage') },
      { path: 'device', lazy: withAllTexts(() => import('../pages/device-page.js'), 'DevicePage') },
      { path: 'tokens', lazy: withAllTexts(() => import('../pages/tokens-page.js'), 'TokensPage') },
    ],
  },
  { path: '*', lazy: withFirstTexts(() => import('../pages/not-found-page.js'), 'NotFoundPage') },
];

const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    HydrateFallback: StartScreen,
    children: [
      { path: 'auth/login', lazy: withAllTexts(() => import('../pages/sign-in-page.js'), 'SignInPage') },
      { path: 'shared/logs/:token', lazy: withAllTexts(() => import('../pages/shared-log-page.js'), 'SharedLogPage') },
      {
        lazy: withFirstTexts(() => import('./layout/session-gate.js'), 'SessionGate'),
        children: signedInRoutes,
      },
    ],
  },
];

export const router = createBrowserRouter(routes, { basename: basePath() || '/' });

/** A 401 anywhere leads to the sign-in page, which comes back to the address that was open. */
onSessionEnd((isWanted) => {
  writeSetting(SIGNED_OUT, '1');
  const hadSession = getCurrentUser.select()(store.getState()).data !== undefined;
  const { search, hash } = router.state.location;
  const pathname = ownPath(router.state.location);
  if (pathname === '/auth/login') {
    return;
  }
  void router.navigate('/auth/login', {
    replace: true,
    state: { from: pathname + search + hash, ended: hadSession && !isWanted },
  });
});

/** A screen that threw: never a white page. */
function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return <ErrorScreen error={error} />;
}
