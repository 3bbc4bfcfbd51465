import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import type { Project } from '@switchyard/contracts';
import { useGetRoleQuery, useListProjectsQuery } from '../../api/projects-api.js';
import { ErrorScreen } from '../../components/feedback/error-screen.js';
import { Main, SkipLink } from '../../components/page/main.js';
import { ProjectScope } from '../../components/page/project-context.js';
import { StartScreen } from '../../components/feedback/start-screen.js';
import { writeSetting } from '../../lib/local-setting.js';
import { useIsNarrow } from '../../lib/use-media-query.js';
import { NotFoundPage } from '../../pages/not-found-page.js';
import { DemoNotice } from './demo-notice.js';
import { NewResourceOutlet } from './new-resource-outlet.js';
import { hasPage } from './project-entries.js';
import { ShellDialogsOutlet, useShellDialogs } from './shell-dialogs.js';
import { Sidebar } from './sidebar.js';
import { TaskLogOutlet } from './task-log-outlet.js';
import { TopBar } from './top-bar.js';
import { useLiveProject } from './use-live-project.js';

export { logAhead } from './task-log-outlet.js';

/** Whether the page is drawn: behind a log that the address opens it comes when there is time for it. */
function useBehindLog(): boolean {
  const [opensLog] = useState(() => new URLSearchParams(window.location.search).has('t'));
  return useDeferredValue(true, !opensLog);
}

function ProjectShell({ project, role, permissions }: { project: Project; role: string; permissions: number }) {
  const narrow = useIsNarrow();
  const isDrawn = useBehindLog();
  const { pathname } = useLocation();
  const dialogs = useShellDialogs();
  useLiveProject(project.id);
  useEffect(() => {
    writeSetting('project', String(project.id));
  }, [project.id]);
  const scope = useMemo(() => ({ project, projectId: project.id, role, permissions }), [project, role, permissions]);
  return (
    <ProjectScope value={scope}>
      <SkipLink />
      <div className="sy-shell">
        {narrow ? <TopBar onShow={dialogs.show} /> : <Sidebar onShow={dialogs.show} />}
        <Main>
          <DemoNotice />
          {isDrawn && (hasPage(project, pathname) ? <Outlet /> : <NotFoundPage />)}
        </Main>
      </div>
      <TaskLogOutlet />
      <ShellDialogsOutlet {...dialogs} inProject />
      <NewResourceOutlet />
    </ProjectScope>
  );
}

/**
 * Frame of every page of a project. Switching the project mounts it again; a project that goes away while it is shown, or
 * that the user may no longer see, leads to the start page.
 */
export function ProjectLayout() {
  const projectId = Number(useParams().projectId);
  const projects = useListProjectsQuery();
  const role = useGetRoleQuery(projectId, { skip: !Number.isInteger(projectId), refetchOnFocus: true });
  const project = projects.data?.find(({ id, deleting }) => id === projectId && !deleting);
  const error = projects.error ?? role.error;
  const [shown, setShown] = useState<number | null>(null);
  if (project !== undefined && shown !== projectId) {
    setShown(projectId);
  }
  if (projects.data !== undefined && project === undefined && !projects.isFetching) {
    return shown === projectId ? <Navigate to="/" replace /> : <NotFoundPage />;
  }
  if (project === undefined || role.data === undefined) {
    return error === undefined ? <StartScreen /> : <ErrorScreen error={error} />;
  }
  return <ProjectShell key={projectId} project={project} role={role.data.role} permissions={role.data.permissions} />;
}
