import { createBrowserRouter, Navigate, useLocation, type RouteObject } from 'react-router-dom';
import { onSessionEnd } from '../api/session-end.js';
import { RouteError } from '../pages/route-error.js';
import { StartScreen } from '../components/feedback/start-screen.js';
import { withTexts } from '../lib/all-texts.js';

/** Keeps the task and the lines that the address names. */
function ToHistory() {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: 'history', search, hash }} replace />;
}

/** Of all templates; those of a view are the same below it. */
const templateRoutes = [
  {
    path: 'templates',
    lazy: async () => ({ Component: (await withTexts(import('../pages/templates-page.js'))).TemplatesPage }),
  },
  {
    path: 'templates/new/edit',
    lazy: async () => ({ Component: (await withTexts(import('../pages/templates-page.js'))).TemplatesPage }),
  },
  {
    path: 'templates/:templateId/:tab?',
    lazy: async () => ({ Component: (await withTexts(import('../pages/template-page.js'))).TemplatePage }),
  },
];

const projectRoutes: RouteObject[] = [
  { index: true, element: <ToHistory /> },
  {
    lazy: async () => ({ Component: (await import('../pages/dashboard-page.js')).DashboardPage }),
    children: [
      { path: 'history', lazy: async () => ({ Component: (await import('../pages/history-page.js')).HistoryPage }) },
      {
        path: 'stats',
        lazy: async () => ({ Component: (await withTexts(import('../pages/stats-page.js'))).StatsPage }),
      },
      {
        path: 'activity',
        lazy: async () => ({ Component: (await withTexts(import('../pages/activity-page.js'))).ActivityPage }),
      },
      {
        path: 'settings',
        lazy: async () => ({
          Component: (await withTexts(import('../pages/project-settings-page.js'))).ProjectSettingsPage,
        }),
      },
      {
        path: 'runners',
        lazy: async () => ({
          Component: (await withTexts(import('../pages/project-runners-page.js'))).ProjectRunnersPage,
        }),
      },
      {
        path: 'news',
        lazy: async () => ({ Component: (await withTexts(import('../pages/posts-page.js'))).PostsPage }),
      },
      {
        path: 'install/:part?',
        lazy: async () => ({ Component: (await withTexts(import('../pages/install-page.js'))).InstallPage }),
      },
      {
        path: 'billing',
        lazy: async () => ({ Component: (await withTexts(import('../pages/billing-page.js'))).BillingPage }),
      },
    ],
  },
  ...templateRoutes,
  ...templateRoutes.map((route) => ({ ...route, path: `views/:viewId/${route.path}` })),
  {
    path: 'schedule',
    lazy: async () => ({ Component: (await withTexts(import('../pages/schedules-page.js'))).SchedulesPage }),
  },
  {
    path: 'inventory',
    lazy: async () => ({ Component: (await withTexts(import('../pages/inventory-page.js'))).InventoryPage }),
  },
  {
    path: 'environment',
    lazy: async () => ({ Component: (await withTexts(import('../pages/environments-page.js'))).EnvironmentsPage }),
  },
  { path: 'keys', lazy: async () => ({ Component: (await withTexts(import('../pages/keys-page.js'))).KeysPage }) },
  {
    path: 'repositories',
    lazy: async () => ({ Component: (await withTexts(import('../pages/repositories-page.js'))).RepositoriesPage }),
  },
  {
    path: 'integrations',
    lazy: async () => ({ Component: (await withTexts(import('../pages/integrations-page.js'))).IntegrationsPage }),
  },
  {
    path: 'integrations/:integrationId',
    lazy: async () => ({ Component: (await withTexts(import('../pages/integration-page.js'))).IntegrationPage }),
  },
  { path: 'team', lazy: async () => ({ Component: (await withTexts(import('../pages/team-page.js'))).TeamPage }) },
  { path: '*', lazy: async () => ({ Component: (await import('../pages/not-found-page.js')).NotFoundPage }) },
];

const signedInRoutes: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await withTexts(import('../pages/start-page.js'))).StartPage }) },
  {
    path: 'project/:projectId',
    lazy: async () => ({ Component: (await import('./layout/project-layout.js')).ProjectLayout }),
    children: projectRoutes,
  },
  {
    lazy: async () => ({ Component: (await withTexts(import('./layout/admin-layout.js'))).AdminLayout }),
    children: [
      {
        path: 'project/new',
        lazy: async () => ({ Component: (await withTexts(import('../pages/new-project-page.js'))).NewProjectPage }),
      },
      {
        path: 'project/restore',
        lazy: async () => ({ Component: (await withTexts(import('../pages/restore-page.js'))).RestorePage }),
      },
      {
        path: 'project/premium',
        lazy: async () => ({
          Component: (await withTexts(import('../pages/new-subscription-page.js'))).NewSubscriptionPage,
        }),
      },
      {
        path: 'users',
        lazy: async () => ({ Component: (await withTexts(import('../pages/users-page.js'))).UsersPage }),
      },
      {
        path: 'runners',
        lazy: async () => ({ Component: (await withTexts(import('../pages/runners-page.js'))).RunnersPage }),
      },
      { path: 'apps', lazy: async () => ({ Component: (await withTexts(import('../pages/apps-page.js'))).AppsPage }) },
      {
        path: 'tasks',
        lazy: async () => ({ Component: (await withTexts(import('../pages/active-tasks-page.js'))).ActiveTasksPage }),
      },
      {
        path: 'tokens',
        lazy: async () => ({ Component: (await withTexts(import('../pages/tokens-page.js'))).TokensPage }),
      },
    ],
  },
  { path: '*', lazy: async () => ({ Component: (await import('../pages/not-found-page.js')).NotFoundPage }) },
];

export const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    HydrateFallback: StartScreen,
    children: [
      {
        path: 'auth/login',
        lazy: async () => ({ Component: (await withTexts(import('../pages/sign-in-page.js'))).SignInPage }),
      },
      {
        path: 'shared/logs/:token',
        lazy: async () => ({ Component: (await withTexts(import('../pages/shared-log-page.js'))).SharedLogPage }),
      },
      {
        lazy: async () => ({ Component: (await import('./layout/session-gate.js')).SessionGate }),
        children: signedInRoutes,
      },
    ],
  },
]);

/** A 401 anywhere leads to the sign-in page, which comes back to the address that was open. */
onSessionEnd(() => {
  const { pathname, search, hash } = router.state.location;
  if (pathname === '/auth/login') {
    return;
  }
  void router.navigate('/auth/login', { replace: true, state: { from: pathname + search + hash } });
});
