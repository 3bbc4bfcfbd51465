import { EnvironmentInput, type Environment } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetEnvironmentQuery, useSaveEnvironmentMutation } from '../../api/environments-api.js';
import { useGetReferencesQuery } from '../../api/resources-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { environmentBody, environmentIssues, environmentValues, type EnvironmentValues } from './environment-values.js';
import { ExtraVariablesField } from './extra-variables-field.js';
import { SecretTable } from './secret-table.js';
import { useRowWords } from './use-row-words.js';
import { VariableTable } from './variable-table.js';

function EnvironmentFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="name" label={t('environment.name')} required>
        <Input autoFocus />
      </Form.Item>
      <Form.Item name="extra" noStyle>
        <ExtraVariablesField />
      </Form.Item>
      <FieldFault name="extra" />
      <div className="sy-section">
        <h3>{t('environment.env')}</h3>
        <span className="sy-text2">{t('environment.envHint')}</span>
      </div>
      <Form.Item name="env" noStyle>
        <VariableTable label={t('environment.env')} />
      </Form.Item>
      <FieldFault name="env" />
      <div className="sy-section">
        <h3>{t('environment.secrets')}</h3>
        <span className="sy-text2">{t('environment.secretsHint')}</span>
      </div>
      <Form.Item name="secrets" noStyle>
        <SecretTable />
      </Form.Item>
      <FieldFault name="secrets" />
    </>
  );
}

/** Fault of a section, under it. */
function FieldFault({ name }: { name: 'extra' | 'env' | 'secrets' }) {
  return (
    <Form.Item noStyle shouldUpdate>
      {({ getFieldError }) => (
        <p className="sy-field-fault" role="alert">
          {getFieldError(name)[0]}
        </p>
      )}
    </Form.Item>
  );
}

/** How many templates use the group, in the footer. */
function UsedBy({ projectId, id }: { projectId: number; id: number }) {
  const { t } = useTranslation();
  const { data } = useGetReferencesQuery({ projectId, kind: 'environment', id });
  return data === undefined ? null : t('environment.usedBy', { count: data.templates.length });
}

interface EnvironmentDialogProps {
  projectId: number;
  row: Environment | null;
  onClosed: () => void;
}

function LoadedDialog({ projectId, row, onClosed }: EnvironmentDialogProps) {
  const { t } = useTranslation();
  const words = useRowWords();
  const [save] = useSaveEnvironmentMutation();
  const submit = (values: EnvironmentValues): Promise<unknown> => {
    const body = EnvironmentInput.parse(environmentBody(values, row, words));
    return save({ projectId, id: row?.id, body }).unwrap();
  };
  return (
    <FormDialog<EnvironmentValues>
      title={row === null ? t('environment.new') : t('environment.edit')}
      width={800}
      initial={environmentValues(row)}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => environmentIssues(values, row, words)}
      onSubmit={submit}
      onClosed={onClosed}
      aside={row !== null && <UsedBy projectId={projectId} id={row.id} />}
    >
      <EnvironmentFields />
    </FormDialog>
  );
}

/** Reads the group once: what its save changes must not replace the form while it closes. */
function StoredDialog({ projectId, id, onClosed }: { projectId: number; id: number; onClosed: () => void }) {
  const { data, isFetching } = useGetEnvironmentQuery({ projectId, id }, { refetchOnMountOrArgChange: true });
  const [row, setRow] = useState<Environment | null>(null);
  if (row === null && data !== undefined && !isFetching) {
    setRow(data);
  }
  return row === null ? null : <LoadedDialog projectId={projectId} row={row} onClosed={onClosed} />;
}

/** Lists leave the secrets out, so a stored group is read by itself before it is shown. */
export function EnvironmentDialog({ projectId, row, onClosed }: EnvironmentDialogProps) {
  return row === null ? (
    <LoadedDialog projectId={projectId} row={null} onClosed={onClosed} />
  ) : (
    <StoredDialog projectId={projectId} id={row.id} onClosed={onClosed} />
  );
}
