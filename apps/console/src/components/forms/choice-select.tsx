import type { SurveyVariable } from '@switchyard/contracts';
import { Select } from 'antd';

interface ChoiceSelectProps {
  choices: SurveyVariable['values'];
  allowClear: boolean;
  id?: string;
  value?: string;
  onChange?: (value: string | undefined) => void;
}

/** One of the choices of a question. An empty text is no answer, unless a choice has it as its value. */
export function ChoiceSelect({ choices, value, ...rest }: ChoiceSelectProps) {
  const isNone = value === '' && choices.every((choice) => choice.value !== '');
  return (
    <Select
      options={choices.map((choice) => ({ value: choice.value, label: choice.name }))}
      value={isNone ? undefined : value}
      {...rest}
    />
  );
}
