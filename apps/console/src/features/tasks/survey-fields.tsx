import type { SurveyVariable } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';

function AnswerInput({ variable, ...rest }: { variable: SurveyVariable; id?: string; value?: string }) {
  switch (variable.type) {
    case 'secret':
      return <Input.Password autoComplete="new-password" {...rest} />;
    case 'enum':
      return (
        <Select
          allowClear={!variable.required}
          options={variable.values.map(({ name, value }) => ({ value, label: name }))}
          {...rest}
        />
      );
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
      label={variable.title}
      required={variable.required}
      extra={variable.description || undefined}
    >
      <AnswerInput variable={variable} />
    </Form.Item>
  ));
}
