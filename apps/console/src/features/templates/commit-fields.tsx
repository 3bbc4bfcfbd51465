import type { GitRepository } from '@switchyard/contracts';
import { gitUrlKind } from '@switchyard/contracts';
import { Checkbox, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { CheckIntervalSelect } from '../../components/forms/check-interval-select.js';
import type { TemplateValues } from './template-values.js';

/** Runs at new commits: whether, of which repository, and how often it is looked at. */
export function CommitFields({ repositories }: { repositories: readonly GitRepository[] }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TemplateValues>();
  const isOn = Form.useWatch('on_commit', form) ?? false;
  const own = Form.useWatch('repository_id', form);
  const watched = repositories.filter(({ git_url: url }) => gitUrlKind(url) !== 'local');
  const begin = (on: boolean): void => {
    const isWatched = watched.some(({ id }) => id === own);
    if (on && isWatched && form.getFieldValue('commit_repository_id') === undefined) {
      form.setFieldValue('commit_repository_id', own);
    }
  };
  return (
    <>
      <Form.Item name="on_commit" valuePropName="checked">
        <Checkbox onChange={({ target }) => begin(target.checked)}>{t('commits.run')}</Checkbox>
      </Form.Item>
      {isOn && (
        <div className="sy-halves">
          <Form.Item name="commit_repository_id" label={t('commits.repository')} required>
            <ResourceSelect kind="repository" rows={watched} />
          </Form.Item>
          <Form.Item name="commit_interval" label={t('commits.interval')} required>
            <CheckIntervalSelect />
          </Form.Item>
        </div>
      )}
    </>
  );
}
