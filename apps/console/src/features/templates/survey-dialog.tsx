import { hasSecretDefault, issueAt, problem, SurveyVariable } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { ChoiceSelect } from '../../components/forms/choice-select.js';
import { PairList } from '../../components/forms/pair-list.js';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';

const blank: SurveyVariable = {
  name: '',
  title: '',
  description: '',
  type: '',
  required: false,
  values: [],
  default_value: '',
};

function EnumValues() {
  const { t } = useTranslation();
  return (
    <PairList
      name="values"
      legend={t('survey.values')}
      members={[
        { name: 'name', label: t('survey.valueName'), placeholder: t('survey.valueName') },
        { name: 'value', label: t('survey.value'), placeholder: t('survey.value'), isCode: true },
      ]}
      addText={t('survey.addValue')}
      removeText={t('survey.removeValue')}
    />
  );
}

/** The default of a secret is written, never shown: a stored one is replaced, kept or removed. */
function SecretDefault({ isStored }: { isStored: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="default_value" label={t('survey.defaultValue')}>
        <Input.Password autoComplete="new-password" placeholder={isStored ? t('survey.defaultStored') : ''} />
      </Form.Item>
      {isStored && (
        <Form.Item name="secret_default" valuePropName="checked">
          <Checkbox>{t('survey.keepDefault')}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

/** Most characters that a title gives a name. */
const MOST_OF_TITLE = 64;

/**
 * A name for the variable of a question, made of its title: words in lower case with underscores between, as Ansible and Terraform take it.
 * @returns '' where the title has no letter that such names may have
 */
export function variableName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MOST_OF_TITLE)
    .replace(/^_+|_+$/g, '');
  return /^\d/.test(words) ? `_${words}` : words;
}

/** Lets the name of a new variable follow its title, until somebody types another one. */
function useProposedName(): (title: string) => void {
  const form = Form.useFormInstance<SurveyVariable>();
  const proposed = useRef('');
  return (title) => {
    if ((form.getFieldValue('name') as string) === proposed.current) {
      proposed.current = variableName(title);
      form.setFieldValue('name', proposed.current);
    }
  };
}

function SurveyFields({ hasStoredDefault }: { hasStoredDefault: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<SurveyVariable>();
  const propose = useProposedName();
  const type = Form.useWatch('type', form) ?? '';
  const values = Form.useWatch('values', form) ?? [];
  const types = [
    { value: type === 'string' ? type : '', label: t('survey.types.string') },
    { value: type === 'integer' ? type : 'int', label: t('survey.types.int') },
    { value: 'secret', label: t('survey.types.secret') },
    { value: 'enum', label: t('survey.types.enum') },
  ];
  return (
    <>
      <div className="sy-halves">
        <Form.Item name="title" label={t('survey.title')} required>
          <Input autoFocus onChange={(event) => propose(event.target.value)} />
        </Form.Item>
        <Form.Item name="name" label={t('survey.name')} required extra={t('survey.nameHint')}>
          <Input className="sy-mono" spellCheck={false} />
        </Form.Item>
      </div>
      <Form.Item name="description" label={t('survey.description')}>
        <Input />
      </Form.Item>
      <Form.Item name="type" label={t('survey.type')}>
        <Select options={types} />
      </Form.Item>
      {type === 'enum' && <EnumValues />}
      {type === 'secret' ? (
        <SecretDefault isStored={hasStoredDefault} />
      ) : (
        <Form.Item name="default_value" label={t('survey.defaultValue')}>
          {type === 'enum' ? <ChoiceSelect allowClear choices={values} /> : <Input />}
        </Form.Item>
      )}
      <Form.Item name="required" valuePropName="checked">
        <Checkbox>{t('survey.requiredField')}</Checkbox>
      </Form.Item>
    </>
  );
}

/** The default answer of a question for a secret is one. */
const withoutSecretDefault = ({ default_value, ...question }: SurveyVariable): object =>
  question.type === 'secret' ? question : { ...question, default_value };

interface SurveyDialogProps {
  /** Name of its draft. */
  draft: string;
  variable: SurveyVariable | null;
  /** Names of the other variables of the template. */
  taken: readonly string[];
  onSave: (variable: SurveyVariable) => void;
  onClosed: () => void;
}

/** One survey variable. */
export function SurveyDialog({ draft, variable, taken, onSave, onClosed }: SurveyDialogProps) {
  const { t } = useTranslation();
  const issues = (values: SurveyVariable): FormIssue[] => {
    const twice = taken.includes(values.name.trim()) ? [issueAt(['name'], problem('name_taken'))] : [];
    return [...twice, ...formIssues(SurveyVariable, values)];
  };
  return (
    <FormDialog<SurveyVariable>
      title={variable === null ? t('survey.add') : t('survey.edit')}
      width={520}
      initial={variable ?? blank}
      draft={{ name: draft, plain: withoutSecretDefault }}
      submitText={variable === null ? t('common.add') : t('common.apply')}
      validate={issues}
      onSubmit={async (values) => onSave(SurveyVariable.parse(values))}
      onClosed={onClosed}
    >
      <SurveyFields hasStoredDefault={variable !== null && hasSecretDefault(variable)} />
    </FormDialog>
  );
}
