import {
  CheckOutlined,
  DownOutlined,
  ExperimentOutlined,
  LogoutOutlined,
  PlusOutlined,
  SearchOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { type Project, withVisibleControls } from '@switchyard/contracts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListProjectsQuery, useListRolesQuery } from '../../api/projects-api.js';
import { ProjectBadge } from '../../components/display/badges.js';
import { PopupMenu } from '../../components/actions/popup-menu.js';
import { usePermission, useProject } from '../../components/page/project-context.js';
import { RoleName } from '../../components/display/role-name.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { useMayLeave } from '../../components/page/use-may-leave.js';
import { useDemoProject } from '../../features/projects/use-demo-project.js';
import { withTexts } from '../../lib/all-texts.js';
import { late } from '../../components/feedback/late.js';

const LeaveProjectDialog = late(
  async () => (await withTexts(import('../../features/team/leave-project-dialog.js'))).LeaveProjectDialog,
);

const NewProjectDialog = late(
  async () => (await withTexts(import('../../features/projects/new-project-dialog.js'))).NewProjectDialog,
);

const NONE: readonly Project[] = [];

interface ProjectItemProps {
  project: Project;
  /** `''` = an administrator who is no member; `undefined` while the roles are loaded. */
  role: string | undefined;
  current: boolean;
  onChoose: () => void;
}

function ProjectItem({ project, role, current, onChoose }: ProjectItemProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="sy-menu-item sy-menu-project"
      aria-current={current}
      disabled={project.deleting}
      onClick={onChoose}
    >
      <ProjectBadge id={project.id} name={project.name} />
      <span className="sy-switch-text">
        <b className="sy-ellipsis" title={withVisibleControls(project.name)}>
          {withVisibleControls(project.name)}
        </b>
        <small>{project.deleting ? t('shell.beingDeleted') : role !== undefined && <RoleName role={role} />}</small>
      </span>
      {current && <CheckOutlined aria-hidden />}
    </button>
  );
}

/** Rights of the user in the project on screen, and the way out of it. */
function AccessItems({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { name } = useProject().project;
  const mayRun = usePermission('runProjectTasks');
  const mayLeave = useMayLeave() === 'yes';
  return (
    <>
      <hr />
      <p className="sy-menu-label">{t(mayRun ? 'shell.mayRun' : 'shell.readOnly')}</p>
      {mayLeave && (
        <button type="button" className="sy-menu-item" data-danger onClick={onLeave}>
          <LogoutOutlined aria-hidden />
          <span className="sy-ellipsis">{t('shell.leaveProject', { name })}</span>
        </button>
      )}
    </>
  );
}

interface ProjectMenuProps {
  close: () => void;
  onNew: () => void;
  onDemo: () => void;
  onLeave: () => void;
}

function ProjectMenu({ close, onNew, onDemo, onLeave }: ProjectMenuProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useSessionUser();
  const { projectId } = useProject();
  const { data: projects = NONE } = useListProjectsQuery();
  const { data: roles } = useListRolesQuery();
  const [wanted, setWanted] = useState('');
  const shown = projects.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const closing = (then: () => void) => (): void => {
    close();
    then();
  };
  return (
    <>
      <label className="sy-menu-search">
        <SearchOutlined aria-hidden />
        <input
          type="search"
          value={wanted}
          placeholder={t('shell.findProject')}
          aria-label={t('shell.findProject')}
          onChange={(event) => setWanted(event.target.value)}
        />
      </label>
      <div className="sy-menu-projects">
        {shown.map((project) => (
          <ProjectItem
            key={project.id}
            project={project}
            role={roles && (roles.find(({ project_id }) => project_id === project.id)?.role ?? '')}
            current={project.id === projectId}
            onChoose={closing(() => void navigate(`/project/${project.id}`))}
          />
        ))}
        {shown.length === 0 && <div className="sy-menu-label">{t('shell.noProjectFound')}</div>}
      </div>
      {user.can_create_project && (
        <>
          <hr />
          <button type="button" className="sy-menu-item" onClick={closing(onNew)}>
            <PlusOutlined aria-hidden />
            {t('shell.newProject')}
          </button>
          <button type="button" className="sy-menu-item" onClick={closing(onDemo)}>
            <ExperimentOutlined aria-hidden />
            {t('shell.newDemo')}
          </button>
          <button type="button" className="sy-menu-item" onClick={closing(() => void navigate('/project/restore'))}>
            <UploadOutlined aria-hidden />
            {t('shell.restoreProject')}
          </button>
        </>
      )}
      <AccessItems onLeave={closing(onLeave)} />
    </>
  );
}

/** Shows the project and the user's role in it; opens the list of projects. */
export function ProjectSwitcher() {
  const { t } = useTranslation();
  const { project, role } = useProject();
  const mayRun = usePermission('runProjectTasks');
  const [open, setOpen] = useState<'new' | 'leave' | null>(null);
  const onClosed = (): void => setOpen(null);
  const demo = useDemoProject();
  return (
    <>
      <PopupMenu
        placement="bottomLeft"
        width={300}
        role="dialog"
        label={t('shell.projects')}
        trigger={(props) => (
          <button type="button" className="sy-switch" {...props}>
            <ProjectBadge id={project.id} name={project.name} />
            <span className="sy-switch-text">
              <b className="sy-ellipsis" title={withVisibleControls(project.name)}>
                {withVisibleControls(project.name)}
              </b>
              <small title={mayRun ? t('shell.mayRun') : undefined}>
                <RoleName role={role} />
                {!mayRun && ` · ${t('shell.readOnly')}`}
              </small>
            </span>
            <DownOutlined aria-hidden />
          </button>
        )}
      >
        {(close) => (
          <ProjectMenu
            close={close}
            onNew={() => setOpen('new')}
            onDemo={() => void demo.create()}
            onLeave={() => setOpen('leave')}
          />
        )}
      </PopupMenu>
      <Suspense fallback={null}>
        {open === 'new' && <NewProjectDialog onClosed={onClosed} />}
        {open === 'leave' && <LeaveProjectDialog onClosed={onClosed} />}
      </Suspense>
    </>
  );
}
