import type { GitRepository } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../api/git-repositories-api.js';
import { useListKeysQuery } from '../api/keys-api.js';
import { useProject } from '../components/page/project-context.js';
import { RepositoryBranch } from '../components/resource/repository-branch.js';
import { ResourcePage } from '../components/resource/resource-page.js';
import { compareText } from '../lib/compare-text.js';
import { late } from '../components/feedback/late.js';

const GitRepositoryDialog = late(
  async () => (await import('../features/git-repositories/git-repository-dialog.js')).GitRepositoryDialog,
);

export function RepositoriesPage() {
  const { t } = useTranslation();
  const { projectId } = useProject();
  const { data: keys } = useListKeysQuery(projectId);
  const keyName = (id: number): string => keys?.find((key) => key.id === id)?.name ?? '';
  return (
    <ResourcePage<GitRepository>
      kind="repositories"
      words={{
        title: t('nav.repositories'),
        new: t('repository.new'),
        name: t('repository.name'),
        emptyTitle: t('repository.emptyTitle'),
        emptyText: t('repository.emptyText'),
      }}
      list={useListGitRepositoriesQuery(projectId)}
      searched={({ git_url, git_branch }) => [git_url, git_branch]}
      columns={[
        {
          key: 'url',
          title: t('repository.url'),
          min: 180,
          grow: 3,
          ellipsis: true,
          sorter: (one, other) => compareText(one.git_url, other.git_url),
          render: ({ git_url }) => (
            <code className="sy-text2" title={git_url}>
              {git_url}
            </code>
          ),
        },
        {
          key: 'branch',
          title: t('repository.branch'),
          ellipsis: true,
          sorter: (one, other) => compareText(one.git_branch, other.git_branch),
          render: (repository) => <RepositoryBranch url={repository.git_url} branch={repository.git_branch} />,
        },
        {
          key: 'key',
          title: t('repository.key'),
          render: ({ ssh_key_id }) => <span className="sy-text2">{keyName(ssh_key_id)}</span>,
        },
      ]}
      meta={({ git_url }) => (
        <code className="sy-ellipsis" title={git_url}>
          {git_url}
        </code>
      )}
      dialog={(row, onClosed) => <GitRepositoryDialog projectId={projectId} row={row} onClosed={onClosed} />}
    />
  );
}
