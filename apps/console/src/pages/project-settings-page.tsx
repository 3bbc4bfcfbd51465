import type { Project, ProjectInput } from '@switchyard/contracts';
import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { useUpdateProjectMutation } from '../api/projects-api.js';
import { useStored } from '../api/stored-api.js';
import { LoadFailure } from '../components/feedback/load-failure.js';
import { useNotify } from '../components/feedback/notify.js';
import { editedAs } from '../components/forms/use-conflict.js';
import { PageHead } from '../components/page/page-head.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { useFeature } from '../components/page/use-feature.js';
import { ChannelsSection } from '../features/alerts/channels-section.js';
import { BackupAndCache, DangerZone } from '../features/projects/danger-zone.js';
import { ManageSubscription } from '../features/projects/manage-subscription.js';
import { SettingsNav } from '../features/projects/settings-parts.js';
import { ProjectForm } from '../features/projects/project-form.js';
import type { ProjectValues } from '../features/projects/project-values.js';
import { NotFoundPage } from './not-found-page.js';

const valuesOf = ({ max_parallel_tasks: limit, alert_chat, ...project }: Project): ProjectValues => ({
  name: project.name,
  alert: project.alert,
  alert_chat: alert_chat ?? '',
  max_parallel_tasks: limit || null,
  allow_log_links: project.allow_log_links,
  vault_address: project.vault_address,
  vault_namespace: project.vault_namespace,
  vault_token: '',
  forget_vault_token: false,
});

/** Keeps about the height of the form, so that the sections below stay where they are. */
const LoadingForm = () => <Skeleton active title={false} paragraph={{ rows: 20 }} />;

/** The general form, of the project as it was read. */
function GeneralForm({ project }: { project: Project }) {
  const { id, type } = project;
  const { t } = useTranslation();
  const notify = useNotify();
  const hasVault = useFeature('hashicorp_vault_secrets') ?? false;
  const { stored, error, readAgain } = useStored<Project>(`project/${id}`);
  const [update] = useUpdateProjectMutation();
  const save = async (input: ProjectInput, tag: string | null): Promise<void> => {
    await update({ ...input, id, tag, type: type === 'premium' ? 'premium' : '' }).unwrap();
    notify.success(t('project.saved', { name: input.name }));
  };
  if (stored === undefined) {
    return error === undefined ? <LoadingForm /> : <LoadFailure error={error} onRetry={() => void readAgain()} />;
  }
  return (
    <ProjectForm
      initial={valuesOf(stored.row)}
      edited={editedAs(stored, readAgain, valuesOf)}
      draftName={`project/${id}/settings`}
      submitText={t('common.save')}
      vault={hasVault ? { hasToken: project.vault_token_stored } : null}
      onSubmit={save}
    />
  );
}

/** How long parts above the named one may still come and move it, in milliseconds. */
const SETTLING_MS = 3_000;
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Shows the part that the address names by its hash, and keeps it there while the others load or until a person moves the page. */
function useNamedPart(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === '') {
      return undefined;
    }
    const show = (): void => document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' });
    const moves = new ResizeObserver(show);
    document.querySelectorAll('main .sy-centred').forEach((page) => moves.observe(page));
    const end = (): void => {
      moves.disconnect();
      window.clearTimeout(timer);
      OWN_MOVES.forEach((event) => window.removeEventListener(event, end));
    };
    const timer = window.setTimeout(end, SETTLING_MS);
    OWN_MOVES.forEach((event) => window.addEventListener(event, end, { passive: true }));
    return end;
  }, [hash, key]);
}

/** Settings of a project, for members who may update it: general, sharing, alerts, backup and cache, and what cannot be undone. */
export function ProjectSettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useNamedPart();
  const { project } = useProject();
  const mayUpdate = usePermission('updateProject');
  const isPremium = project.type === 'premium';
  if (!mayUpdate) {
    return <NotFoundPage />;
  }
  return (
    <>
      <PageHead title={t('nav.settings')} />
      <div className="sy-body sy-body-padded">
        <div className="sy-centred">
          {!isPremium && <SettingsNav />}
          <div id="general" className="sy-form-narrow">
            {isPremium ? <ManageSubscription project={project} /> : <GeneralForm key={project.id} project={project} />}
          </div>
          {!isPremium && <ChannelsSection projectId={project.id} />}
          {!isPremium && <BackupAndCache project={project} />}
          <DangerZone project={project} onDeleted={() => void navigate('/', { replace: true })} />
        </div>
      </div>
    </>
  );
}
