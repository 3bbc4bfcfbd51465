import { EnvironmentInput, type Environment, RUNNER_IMAGES } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveEnvironmentMutation } from '../../api/environments-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { UsedBy } from '../../components/dialogs/used-by.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { asSentence } from '../../lib/as-sentence.js';
import { problemWords } from '../../lib/problem-words.js';
import {
  environmentBody,
  environmentField,
  environmentIssues,
  environmentValues,
  type EnvironmentValues,
  lineFaults,
  plainEnvironment,
  type Section,
} from './environment-values.js';
import { ExtraVariablesField } from './extra-variables-field.js';
import { SecretTable } from './secret-table.js';
import { SectionField } from './section-field.js';
import type { RowFaults, RowWords } from './variable-rows.js';
import { VariableTable } from './variable-table.js';

const noFaults: RowFaults = new Map();

function EnvironmentFields() {
  const { t } = useTranslation();
  const words = useRowWords();
  const form = Form.useFormInstance<EnvironmentValues>();
  const faultsOf = (section: Section, faultId: string | undefined): RowFaults =>
    faultId === undefined ? noFaults : lineFaults(form.getFieldsValue(true) as EnvironmentValues, words)[section];
  return (
    <>
      <Form.Item name="name" label={t('environment.name')} required>
        <Input autoFocus />
      </Form.Item>
      <SectionField name="extra">
        {(faultId) => <ExtraVariablesField faults={faultsOf('extra', faultId)} faultId={faultId} />}
      </SectionField>
      <div className="sy-section">
        <h3>{t('environment.env')}</h3>
        <span className="sy-text2">{t('environment.envHint')}</span>
      </div>
      <SectionField name="env">
        {(faultId) => <VariableTable isTyped={false} label={t('environment.env')} faults={faultsOf('env', faultId)} />}
      </SectionField>
      <div className="sy-section">
        <h3>{t('environment.secrets')}</h3>
        <span className="sy-text2">{t('environment.secretsHint')}</span>
      </div>
      <SectionField name="secrets">{(faultId) => <SecretTable faults={faultsOf('secrets', faultId)} />}</SectionField>
      <Form.Item
        name="image"
        className="sy-field-apart"
        label={t('environment.image')}
        extra={t('environment.imageHint')}
      >
        <Select
          showSearch
          options={[
            { value: '', label: t('environment.noImage') },
            ...RUNNER_IMAGES.map((image) => ({ value: image, label: image })),
          ]}
        />
      </Form.Item>
    </>
  );
}

interface EnvironmentDialogProps {
  projectId: number;
  row: Environment | null;
  /** Gets the id of a new group. */
  onSaved?: (id: number | null) => void;
  onClosed: () => void;
}

interface LoadedDialogProps extends EnvironmentDialogProps {
  edited?: Edited<EnvironmentValues>;
}

function LoadedDialog({ projectId, row, edited, onSaved, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const words = useRowWords();
  const [save] = useSaveEnvironmentMutation();
  const submit = async (values: EnvironmentValues, tag: string | null): Promise<void> => {
    const body = EnvironmentInput.parse(environmentBody(values, row));
    const saved = await save({ projectId, id: row?.id, tag, body }).unwrap();
    onSaved?.(saved?.id ?? null);
  };
  return (
    <FormDialog<EnvironmentValues>
      title={row === null ? t('environment.new') : t('environment.edit')}
      width={800}
      fullScreen="environment"
      initial={environmentValues(row)}
      edited={edited}
      draft={{ name: draftName(`project/${projectId}/environment`, row?.id), plain: plainEnvironment }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => environmentIssues(values, row, words)}
      place={environmentField}
      onSubmit={submit}
      onClosed={onClosed}
      aside={row !== null && <UsedBy projectId={projectId} kind="environment" id={row.id} />}
    >
      <EnvironmentFields />
    </FormDialog>
  );
}

function StoredDialog({ projectId, id, onClosed }: { projectId: number; id: number; onClosed: () => void }) {
  const { t } = useTranslation();
  /** Secrets of the form are changes of this one. */
  const [present, setPresent] = useState<Environment | null>(null);
  return (
    <StoredRow<Environment>
      path={`project/${projectId}/environment/${id}`}
      title={t('environment.edit')}
      onClosed={onClosed}
    >
      {(stored, readAgain) => (
        <LoadedDialog
          projectId={projectId}
          row={present ?? stored.row}
          edited={editedAs(stored, readAgain, (row: Environment) => {
            setPresent(row);
            return environmentValues(row);
          })}
          onClosed={onClosed}
        />
      )}
    </StoredRow>
  );
}

/** Lists leave the secrets out, so a stored group is read by itself before it is shown. */
export function EnvironmentDialog({ projectId, row, onSaved, onClosed }: EnvironmentDialogProps) {
  return row === null ? (
    <LoadedDialog projectId={projectId} row={null} onSaved={onSaved} onClosed={onClosed} />
  ) : (
    <StoredDialog projectId={projectId} id={row.id} onClosed={onClosed} />
  );
}

/** Words for faults of variable lines. */
function useRowWords(): RowWords {
  const { t } = useTranslation();
  return {
    unnamed: t('environment.unnamed'),
    twice: (name) => t('environment.twice', { name }),
    value: (column) => t('environment.unreadable', { column }),
    problem: (problem) => asSentence(problemWords(problem)),
    lines: t('environment.lines'),
  };
}
