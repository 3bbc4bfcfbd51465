import { AutoComplete, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListRunnerTagsQuery } from '../../api/runners-api.js';
import { useFeature } from '../page/use-feature.js';

interface RunnerTagFieldProps {
  projectId: number;
  name?: string;
  label?: string;
  hint?: string;
  /** Text of the empty field. */
  none?: string;
}

/**
 * Field of a form for a tag of runners: tags that runners of the project have, or one that they will have. Part of the premium
 * feature of project runners; hidden without it, while a stored tag stays.
 */
export function RunnerTagField({ projectId, name = 'runner_tag', label, hint, none }: RunnerTagFieldProps) {
  const { t } = useTranslation();
  const isOffered = useFeature('project_runners');
  const { data: tags = [] } = useListRunnerTagsQuery(projectId);
  if (!isOffered) {
    return null;
  }
  const options = tags.map(({ tag, number_of_runners: count }) => ({
    value: tag,
    label: (
      <span className="sy-option">
        <code>{tag}</code> <span className="sy-text3">{t('runners.count', { count })}</span>
      </span>
    ),
  }));
  return (
    <Form.Item name={name} label={label ?? t('runnerTag.label')} extra={hint}>
      <AutoComplete
        className="sy-mono-select"
        options={options}
        allowClear
        placeholder={none ?? t('runnerTag.any')}
        showSearch={{ filterOption: (text, option) => String(option?.value ?? '').includes(text) }}
      />
    </Form.Item>
  );
}
