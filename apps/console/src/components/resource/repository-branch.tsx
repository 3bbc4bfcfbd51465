import { isLocalPath, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Dash } from '../display/dash.js';

interface RepositoryBranchProps {
  url: string;
  /** `''` = the default branch, but for a directory of the runner, which has none. */
  branch: string;
  /** The branch that the default one turned out to be. */
  resolved?: string | null;
}

/** The branch of a repository. */
export function RepositoryBranch({ url, branch, resolved }: RepositoryBranchProps) {
  const { t } = useTranslation();
  if (branch !== '') {
    return <BranchName name={branch} />;
  }
  return isLocalPath(url) ? (
    <Dash />
  ) : (
    <>
      <span className="sy-text2">{t('repository.defaultBranch')}</span>
      {resolved && (
        <>
          {' · '}
          <BranchName name={resolved} />
        </>
      )}
    </>
  );
}

const BranchName = ({ name }: { name: string }) => <code title={name}>{withVisibleControls(name)}</code>;
