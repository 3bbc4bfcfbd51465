import { GitRepositoryInput, gitUrlKind, type GitRepository, type RepositoryTest } from '@switchyard/contracts';
import { Alert, Form, Input } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveGitRepositoryMutation } from '../../api/git-repositories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { UsedBy } from '../../components/dialogs/used-by.js';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { BranchInput } from '../../components/forms/branch-input.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { isSame } from '../../lib/form-differences.js';
import { formIssues } from '../../lib/form-issues.js';
import { ConnectionTest } from './connection-test.js';
import { MoreFetchFields } from './fetch-fields.js';
import {
  accessOf,
  isAccessStored,
  repositoryBody,
  repositoryValues,
  type RepositoryValues,
} from './repository-values.js';

interface RepositoryFieldsProps extends Pick<GitRepositoryDialogProps, 'projectId' | 'row'> {
  onTested: (failed: RepositoryTest | null) => void;
}

function RepositoryFields({ projectId, row, onTested }: RepositoryFieldsProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<RepositoryValues>();
  const { data: keys, isLoading } = useListKeysQuery(projectId);
  const url = (Form.useWatch('git_url', form) ?? '').trim();
  const branch = Form.useWatch('git_branch', form) ?? '';
  const isStored = Form.useWatch((values) => isAccessStored(values, row), { form, preserve: true });
  const access = Form.useWatch((values) => accessOf(values), { form, preserve: true });
  const isLocal = gitUrlKind(url) === 'local';
  const listed = row?.git_url === url ? row.id : undefined;
  return (
    <>
      <Form.Item name="name" label={t('repository.name')} required>
        <Input autoFocus />
      </Form.Item>
      <Form.Item name="git_url" label={t('repository.url')} required extra={t('repository.urlHint')}>
        <Input className="sy-mono" spellCheck={false} />
      </Form.Item>
      {!isLocal && (
        <Form.Item name="git_branch" label={t('repository.branch')} extra={t('repository.branchHint')}>
          <BranchInput projectId={projectId} repositoryId={listed} placeholder={t('repository.defaultBranch')} />
        </Form.Item>
      )}
      <Form.Item name="ssh_key_id" label={t('repository.key')} required extra={t('repository.keyHint')}>
        <ResourceSelect kind="key" loading={isLoading} rows={keys ?? []} />
      </Form.Item>
      <MoreFetchFields projectId={projectId} row={row} />
      {isLocal ? (
        <div className="sy-connection">
          <Alert type="info" showIcon title={t('repository.local')} />
        </div>
      ) : (
        <ConnectionTest
          projectId={projectId}
          repositoryId={isStored ? row?.id : undefined}
          access={access}
          branch={branch.trim()}
          onTested={onTested}
        />
      )}
    </>
  );
}

interface GitRepositoryDialogProps {
  projectId: number;
  row: GitRepository | null;
  /** Why it is asked for. */
  note?: string;
  onClosed: () => void;
  /** Gets the id of a new repository. */
  onSaved?: (id: number | null) => void;
}

interface LoadedDialogProps extends GitRepositoryDialogProps {
  edited?: Edited<RepositoryValues>;
}

function LoadedDialog({ projectId, row, edited, note, onClosed, onSaved }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveGitRepositoryMutation();
  const failed = useRef<RepositoryTest | null>(null);
  return (
    <FormDialog<RepositoryValues>
      title={row === null ? t('repository.new') : t('repository.edit')}
      width={520}
      initial={repositoryValues(row)}
      edited={edited}
      draft={{ name: draftName(`project/${projectId}/repositories`, row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => formIssues(GitRepositoryInput, repositoryBody(values))}
      question={(values) =>
        failed.current !== null && isSame(accessOf(values) ?? {}, failed.current)
          ? { title: t('repository.testFailedTitle'), text: t('repository.testFailedText') }
          : null
      }
      onSubmit={async (values, tag) => {
        const body = GitRepositoryInput.parse(repositoryBody(values));
        const saved = await save({ projectId, id: row?.id, tag, body }).unwrap();
        onSaved?.(saved?.id ?? null);
      }}
      onClosed={onClosed}
      aside={row !== null && <UsedBy projectId={projectId} kind="repositories" id={row.id} />}
    >
      {note !== undefined && <Alert className="sy-dialog-alert" type="info" showIcon title={note} />}
      <RepositoryFields projectId={projectId} row={row} onTested={(access) => (failed.current = access)} />
    </FormDialog>
  );
}

export function GitRepositoryDialog(props: GitRepositoryDialogProps) {
  const { t } = useTranslation();
  const { projectId, row, onClosed } = props;
  return row === null ? (
    <LoadedDialog {...props} />
  ) : (
    <StoredRow<GitRepository>
      path={`project/${projectId}/repositories/${row.id}`}
      title={t('repository.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => (
        <LoadedDialog {...props} row={stored.row} edited={editedAs(stored, readAgain, repositoryValues)} />
      )}
    </StoredRow>
  );
}
