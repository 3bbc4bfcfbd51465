import { answerKind, hasSecretDefault, type SurveyVariable } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ChoiceSelect } from '../../components/forms/choice-select.js';
import { ChangedLabel } from './changed-label.js';

function AnswerInput({ variable, ...rest }: { variable: SurveyVariable; id?: string; value?: string }) {
  const { t } = useTranslation();
  switch (answerKind(variable)) {
    case 'secret':
      return (
        <Input.Password
          autoComplete="new-password"
          placeholder={hasSecretDefault(variable) ? t('run.secretDefault') : ''}
          {...rest}
        />
      );
    case 'enum':
      return <ChoiceSelect choices={variable.values} allowClear={!variable.required} {...rest} />;
    case 'int':
      return <Input inputMode="numeric" style={{ width: 120 }} {...rest} />;
    default:
      return <Input {...rest} />;
  }
}

/** The questions of the template, in its order. */
export function SurveyFields({ variables }: { variables: readonly SurveyVariable[] }) {
  return variables.map((variable) => (
    <Form.Item
      key={variable.name}
      name={['survey', variable.name]}
      label={<ChangedLabel name={['survey', variable.name]}>{variable.title}</ChangedLabel>}
      required={variable.required && !hasSecretDefault(variable)}
      extra={variable.description || undefined}
    >
      <AnswerInput variable={variable} />
    </Form.Item>
  ));
}
