import { MAX_BRANCHES, type RepositoryTest } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import {
  useFindRevisionQuery,
  useLazyListBranchesQuery,
  useLazyTestRepositoryQuery,
  useTestRepositoryQuery,
} from '../../api/git-repositories-api.js';
import { problemWords } from '../../lib/problem-words.js';
import { useDebounced } from '../../lib/use-debounced.js';

/** How long nobody types before the name is looked for, in milliseconds. */
const TYPING_MS = 500;

interface ConnectionTestProps {
  projectId: number;
  /** Absent: what stands in the form is not stored. */
  repositoryId: number | undefined;
  /** How what stands in the form is reached; absent while it is not complete. */
  access: RepositoryTest | undefined;
  /** Branch that must be among those found; `''` = any. */
  branch: string;
  /** Gets how it was reached when that failed, else `null`. */
  onTested?: (failed: RepositoryTest | null) => void;
}

/** Values that were tested. Later changes were not tested. */
type Tested = { repositoryId: number } | { access: RepositoryTest };

/** Lists the branches of the stored repository, or of what is typed. */
function useTest({ projectId, repositoryId, access, onTested }: Omit<ConnectionTestProps, 'branch'>) {
  const [list, stored] = useLazyListBranchesQuery();
  const [tryAccess, typed] = useLazyTestRepositoryQuery();
  const [sent, setSent] = useState<string | null>(null);
  const tested: Tested | null = repositoryId !== undefined ? { repositoryId } : access ? { access } : null;
  const key = JSON.stringify(tested);
  const { data, error, isFetching } = repositoryId === undefined ? typed : stored;
  const run = (): void => {
    setSent(key);
    const note = ({ isError }: { isError: boolean }): void => onTested?.(isError ? (access ?? null) : null);
    if (repositoryId !== undefined) {
      void list({ projectId, id: repositoryId }).then(note);
    } else if (access) {
      void tryAccess({ projectId, body: access }).then(note);
    }
  };
  return { tested, run, isFetching, isDone: sent === key && !isFetching, data, error };
}

/** Has a runner list the branches with the key, before or after they are stored, and shows what came of it. */
export function ConnectionTest({ branch, ...place }: ConnectionTestProps) {
  const { t } = useTranslation();
  const { tested, run, isFetching, isDone, data, error } = useTest(place);
  return (
    <div className="sy-connection">
      <Button disabled={tested === null} loading={isFetching} onClick={run}>
        {t('repository.test')}
      </Button>
      <div role="status">
        {isFetching && <span className="sy-text2">{t('branches.loading')}</span>}
        {isDone && error !== undefined && <Alert type="error" showIcon title={errorMessage(error)} />}
        {isDone && error === undefined && data && tested && (
          <Found projectId={place.projectId} tested={tested} branches={data} wanted={branch} />
        )}
      </div>
    </div>
  );
}

interface FoundProps {
  projectId: number;
  tested: Tested;
  branches: readonly string[];
  wanted: string;
}

function Found({ branches, wanted, ...repository }: FoundProps) {
  const { t } = useTranslation();
  const reached = t('repository.reached', { count: branches.length });
  const isCut = branches.length >= MAX_BRANCHES;
  return wanted === '' || branches.includes(wanted) ? (
    <Alert type="success" showIcon title={reached} />
  ) : (
    <OtherName {...repository} name={wanted} found={isCut ? reached : t('repository.isTag', { name: wanted })} />
  );
}

/** The branch or tag of that name, if there is one. */
function useNamed(projectId: number, tested: Tested, name: string) {
  const id = 'repositoryId' in tested ? tested.repositoryId : 0;
  const access = 'access' in tested ? tested.access : null;
  const stored = useFindRevisionQuery({ projectId, id, name }, { skip: access !== null });
  const body = { ...(access as RepositoryTest), branch: name };
  const typed = useTestRepositoryQuery({ projectId, body }, { skip: access === null });
  return access === null ? stored : typed;
}

interface OtherNameProps extends Pick<FoundProps, 'projectId' | 'tested'> {
  name: string;
  /** Text when there is something of that name. */
  found: string;
}

/** A name that none of the listed branches has: that of a tag, which tasks check out as well, or of nothing. */
function OtherName({ projectId, tested, name, found }: OtherNameProps) {
  const { t } = useTranslation();
  const typed = useDebounced(name, TYPING_MS);
  const { currentData: names, error } = useNamed(projectId, tested, typed);
  if (typed !== name || (names === undefined && error === undefined)) {
    return <span className="sy-text2">{t('branches.loading')}</span>;
  }
  if (names === undefined) {
    return <Alert type="error" showIcon title={errorMessage(error)} />;
  }
  return names.length > 0 ? (
    <Alert type="success" showIcon title={found} />
  ) : (
    <Alert type="warning" showIcon title={problemWords({ code: 'branch_gone', params: { name } }, t)} />
  );
}
