import { MAX_BRANCHES } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useFindRevisionQuery, useLazyListBranchesQuery } from '../../api/git-repositories-api.js';
import { problemWords } from '../../lib/problem-words.js';
import { useDebounced } from '../../lib/use-debounced.js';

/** How long nobody types before the name is looked for, in milliseconds. */
const TYPING_MS = 500;

interface ConnectionTestProps {
  projectId: number;
  /** Absent: what stands in the form is not stored, so that no runner can test it. */
  repositoryId: number | undefined;
  /** What must be among the branches; `''` = any. */
  branch: string;
}

/** Has a runner list the branches of a stored repository with its key, and shows what came of it. */
export function ConnectionTest({ projectId, repositoryId, branch }: ConnectionTestProps) {
  const { t } = useTranslation();
  const [list, { data, error, isFetching, isUninitialized }] = useLazyListBranchesQuery();
  const isStored = repositoryId !== undefined;
  const isDone = isStored && !isUninitialized && !isFetching;
  return (
    <div className="sy-connection">
      <Button
        disabled={!isStored}
        loading={isFetching}
        onClick={() => isStored && void list({ projectId, id: repositoryId })}
      >
        {t('repository.test')}
      </Button>
      <div role="status">
        {!isStored && <span className="sy-text2">{t('repository.testSaved')}</span>}
        {isFetching && <span className="sy-text2">{t('branches.loading')}</span>}
        {isDone && error !== undefined && <Alert type="error" showIcon title={errorMessage(error)} />}
        {isDone && error === undefined && data && (
          <Found projectId={projectId} repositoryId={repositoryId} branches={data} wanted={branch} />
        )}
      </div>
    </div>
  );
}

interface FoundProps {
  projectId: number;
  repositoryId: number;
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

interface OtherNameProps extends Pick<FoundProps, 'projectId' | 'repositoryId'> {
  name: string;
  /** What it reads if there is something of that name. */
  found: string;
}

/** A name that none of the listed branches has: that of a tag, which tasks check out as well, or of nothing. */
function OtherName({ projectId, repositoryId, name, found }: OtherNameProps) {
  const { t } = useTranslation();
  const typed = useDebounced(name, TYPING_MS);
  const { currentData: names, error } = useFindRevisionQuery({ projectId, id: repositoryId, name: typed });
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
