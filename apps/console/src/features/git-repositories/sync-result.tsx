import type { GitRepository, ProjectSync, SyncFault } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCheckSyncMutation } from '../../api/sync-api.js';
import { Moment } from '../../components/display/moment.js';
import { forgeOf } from '../../lib/forge.js';
import { problemWords } from '../../lib/problem-words.js';

/** Characters of a commit that are shown. */
const SHORT = 8;

/** Faults that are shown at once. */
const MOST = 10;

function Commit({ commit, repository }: { commit: string; repository: GitRepository | undefined }) {
  const page = repository ? forgeOf(repository)?.commit(commit) : undefined;
  const name = <code title={commit}>{commit.slice(0, SHORT)}</code>;
  return page === undefined ? (
    name
  ) : (
    <a href={page} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  );
}

function Applied({ sync, repository }: { sync: ProjectSync; repository: GitRepository | undefined }) {
  const { t } = useTranslation();
  if (sync.commit === null) {
    return <span>{t('sync.never')}</span>;
  }
  return (
    <span>
      {t('sync.applied')} <Commit commit={sync.commit} repository={repository} /> <Moment value={sync.applied} />
    </span>
  );
}

const faultText = ({ place, member, problem }: SyncFault): string =>
  [place, member, problemWords(problem)].filter(Boolean).join(': ');

function Faults({ faults }: { faults: readonly SyncFault[] }) {
  return (
    <ul>
      {faults.slice(0, MOST).map((fault) => (
        <li key={faultText(fault)} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {faultText(fault)}
        </li>
      ))}
      {faults.length > MOST && <li>… {faults.length - MOST}</li>}
    </ul>
  );
}

interface SyncResultProps {
  projectId: number;
  sync: ProjectSync;
  repositories: readonly GitRepository[];
  /** Opens its settings; absent for members who may not change it. */
  onEdit?: (() => void) | undefined;
}

/** The sync of a project with its last result. */
export function SyncResult({ projectId, sync, repositories, onEdit }: SyncResultProps) {
  const { t } = useTranslation();
  const [check] = useCheckSyncMutation();
  const repository = repositories.find(({ id }) => id === sync.repository_id);
  const hasFailed = sync.faults.length > 0;
  return (
    <Alert
      banner
      type={hasFailed ? 'error' : 'info'}
      title={`${t('sync.title')}: ${repository?.name ?? ''}`}
      description={
        <>
          <div>
            <Applied sync={sync} repository={repository} /> · {sync.waits ? t('sync.waits') : t('sync.checked')}{' '}
            {!sync.waits && <Moment value={sync.checked} />}
          </div>
          {hasFailed && (
            <>
              <div>{t('sync.refused')}</div>
              <Faults faults={sync.faults} />
            </>
          )}
        </>
      }
      action={
        onEdit && (
          <span className="sy-table-actions">
            <Button size="small" onClick={() => void check(projectId)}>
              {t('sync.check')}
            </Button>
            <Button size="small" onClick={onEdit}>
              {t('common.edit')}
            </Button>
          </span>
        )
      }
    />
  );
}
