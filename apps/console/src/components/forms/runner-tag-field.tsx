import { AutoComplete, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListRunnerTagsQuery } from '../../api/runners-api.js';
import { useFeature } from '../page/use-feature.js';

/**
 * Field `runner_tag` of a form: tags that runners of the project have, or one that they will have. Part of the premium
 * feature of project runners; hidden without it, while a stored tag stays.
 */
export function RunnerTagField({ projectId }: { projectId: number }) {
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
    <Form.Item name="runner_tag" label={t('runnerTag.label')}>
      <AutoComplete
        className="sy-mono-select"
        options={options}
        allowClear
        placeholder={t('runnerTag.any')}
        showSearch={{ filterOption: (text, option) => String(option?.value ?? '').includes(text) }}
      />
    </Form.Item>
  );
}
