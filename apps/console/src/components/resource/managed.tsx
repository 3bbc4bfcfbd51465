import type { GitRepository, ManagedResource, ProjectSync } from '@switchyard/contracts';
import { Alert, Tag } from 'antd';
import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useGetSyncQuery } from '../../api/sync-api.js';
import { forgeOf } from '../../lib/forge.js';

/** Lists of files by the paths of their resources in the API. */
const SECTIONS: Readonly<Record<string, ManagedResource['section']>> = {
  keys: 'keys',
  repositories: 'repositories',
  inventory: 'inventories',
  environment: 'environments',
  views: 'views',
  templates: 'templates',
  workflows: 'workflows',
  schedules: 'schedules',
  integrations: 'integrations',
  alert_channels: 'alert_channels',
};

/** Kinds with secrets, which files do not hold: their forms can be saved. */
const WITH_SECRETS: readonly string[] = ['keys', 'environments', 'integrations', 'alert_channels'];

/** A resource that a file of a repository holds. */
export interface Managed {
  /** `file:line:column`. */
  place: string;
  /** The page of the file at the forge; null = the forge is not known. */
  link: string | null;
  /** Nothing of it can be saved here. */
  isReadOnly: boolean;
}

const ManagedScope = createContext<Managed | null>(null);

/** The page of a place at the commit that is applied. */
function linkOf(place: string, { commit }: ProjectSync, repository: GitRepository | undefined): string | null {
  const [, path = '', line = '1'] = /^(.*):(\d+):\d+$/.exec(place) ?? [];
  const forge = repository ? forgeOf(repository) : null;
  return forge === null || commit === null ? null : forge.file(commit, path, Number(line));
}

/** Finds the resources of a project that files hold. @param path of their kind in the API, `''` = of none */
export function useManaged(projectId: number, path: string): (id: number) => Managed | null {
  const section = SECTIONS[path];
  const { data: sync } = useGetSyncQuery(projectId, { skip: section === undefined });
  const { data: repositories } = useListGitRepositoriesQuery(projectId, { skip: !sync });
  return (id) => {
    const found = sync?.resources.find((each) => each.section === section && each.id === id);
    if (!sync || found === undefined) {
      return null;
    }
    const repository = repositories?.find((each) => each.id === sync.repository_id);
    const { place } = found;
    return { place, link: linkOf(place, sync, repository), isReadOnly: !WITH_SECRETS.includes(found.section) };
  };
}

/** Marks the form of a row by its path in the API, such as `project/1/keys/2`. */
export function ManagedRow({ path, children }: { path: string; children: ReactNode }) {
  const [, projectId = '0', kind = '', id = '0'] = /^project\/(\d+)\/(\w+)\/(\d+)$/.exec(path) ?? [];
  const managed = useManaged(Number(projectId), kind)(Number(id));
  return <ManagedScope value={managed}>{children}</ManagedScope>;
}

/** The row of the form around it, when a file holds it. */
export const useManagedRow = (): Managed | null => useContext(ManagedScope);

function Place({ managed: { place, link } }: { managed: Managed }) {
  return link === null ? (
    <code>{place}</code>
  ) : (
    <a href={link} target="_blank" rel="noopener noreferrer">
      <code>{place}</code>
    </a>
  );
}

/** Above a form: which file holds its row. */
export function ManagedNote() {
  const { t } = useTranslation();
  const managed = useManagedRow();
  return (
    managed && (
      <Alert
        className="sy-dialog-alert"
        type="info"
        showIcon
        title={t('sync.managedText')}
        description={<Place managed={managed} />}
      />
    )
  );
}

/** Beside a name in a list. */
export function ManagedTag({ managed }: { managed: Managed | null }) {
  const { t } = useTranslation();
  return managed && <Tag title={managed.place}>{t('sync.managed')}</Tag>;
}
