import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useLazyListBranchesQuery } from '../../api/git-repositories-api.js';

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
        {isDone && error === undefined && data && <Found branches={data} wanted={branch} />}
      </div>
    </div>
  );
}

function Found({ branches, wanted }: { branches: readonly string[]; wanted: string }) {
  const { t } = useTranslation();
  return wanted === '' || branches.includes(wanted) ? (
    <Alert type="success" showIcon title={t('repository.reached', { count: branches.length })} />
  ) : (
    <Alert type="warning" showIcon title={t('repository.noBranch', { name: wanted })} />
  );
}
