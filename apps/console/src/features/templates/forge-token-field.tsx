import { FORGE_TOKENS, isAppKey } from '@switchyard/contracts';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import type { TemplateValues } from './template-values.js';

/** Only a GitHub App makes such tokens. One that was asked for stays in sight when another repository is chosen. */
export function ForgeTokenField({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TemplateValues>();
  const chosen = Form.useWatch('repository_id', form);
  const isAsked = (Form.useWatch('forge_token', { form, preserve: true }) ?? 'none') !== 'none';
  const { data: repositories } = useListGitRepositoriesQuery(projectId);
  const { data: keys } = useListKeysQuery(projectId);
  const keyId = repositories?.find(({ id }) => id === chosen)?.ssh_key_id;
  const isOpenedByApp = keys?.some((key) => key.id === keyId && isAppKey(key)) === true;
  return isOpenedByApp || isAsked ? (
    <Form.Item name="forge_token" label={t('template.forgeToken')} extra={t('template.forgeTokenHint')}>
      <Select options={FORGE_TOKENS.map((value) => ({ value, label: t(`template.forgeTokens.${value}`) }))} />
    </Form.Item>
  ) : null;
}
