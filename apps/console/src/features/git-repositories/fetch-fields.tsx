import { type GitRepository, isTaskKey, SENDERS } from '@switchyard/contracts';
import { Checkbox, Collapse, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListKeysQuery } from '../../api/keys-api.js';

/** Parts that are fetched of a repository, the trust in its server, and the key for other addresses. */
function FetchFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const { data: keys } = useListKeysQuery(projectId);
  const hasSecondKey = Boolean(Form.useWatch('second_key_id', form));
  return (
    <>
      <Form.Item name="lfs" valuePropName="checked" noStyle>
        <Checkbox>{t('repository.lfs')}</Checkbox>
      </Form.Item>
      <Form.Item name="submodules" valuePropName="checked">
        <Checkbox>{t('repository.submodules')}</Checkbox>
      </Form.Item>
      <Form.Item name="paths" label={t('repository.paths')} extra={t('repository.pathsHint')}>
        <Select mode="tags" className="sy-mono-select" open={false} suffixIcon={null} tokenSeparators={[',']} />
      </Form.Item>
      <Form.Item name="second_key_id" label={t('repository.secondKey')} extra={t('repository.secondKeyHint')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={keys?.filter(isTaskKey).map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Form.Item>
      <Form.Item
        name="second_key_prefix"
        label={t('repository.secondKeyPrefix')}
        required={hasSecondKey}
        hidden={!hasSecondKey}
      >
        <Input className="sy-mono" spellCheck={false} placeholder="git@github.com:group/" />
      </Form.Item>
      <Form.Item name="ca_certificates" label={t('repository.certificates')} extra={t('repository.certificatesHint')}>
        <Input.TextArea className="sy-mono" rows={3} spellCheck={false} />
      </Form.Item>
      <Form.Item name="known_hosts" label={t('repository.knownHosts')} extra={t('repository.knownHostsHint')}>
        <Input.TextArea className="sy-mono" rows={3} spellCheck={false} />
      </Form.Item>
      <Form.Item name="forge" label={t('repository.forge')}>
        <Select
          options={[
            { value: '', label: t('repository.forgeOfHost') },
            ...SENDERS.map((value) => ({ value, label: t(`integration.senders.${value}`) })),
          ]}
        />
      </Form.Item>
      <Form.Item name="web_url" label={t('repository.webUrl')} extra={t('repository.webUrlHint')}>
        <Input className="sy-mono" spellCheck={false} placeholder="https://git.example.com/team/infra" />
      </Form.Item>
      <Form.Item name="status_key_id" label={t('repository.statusKey')} extra={t('repository.statusKeyHint')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={keys?.flatMap(({ id, name, type }) =>
            type === 'login_password' || type === 'github_app' ? [{ value: id, label: name }] : [],
          )}
        />
      </Form.Item>
    </>
  );
}

interface MoreFetchFieldsProps {
  projectId: number;
  row: GitRepository | null;
}

const SET_TEXTS = ['ca_certificates', 'known_hosts', 'forge', 'web_url'] as const;

const isSet = (row: GitRepository): boolean =>
  !row.lfs ||
  !row.submodules ||
  row.paths.length > 0 ||
  row.second_key_id !== null ||
  row.status_key_id !== null ||
  SET_TEXTS.some((name) => row[name] !== '');

/** The same behind a heading, as most repositories need none of it; open where one does. */
export function MoreFetchFields({ projectId, row }: MoreFetchFieldsProps) {
  const { t } = useTranslation();
  const fields = <FetchFields projectId={projectId} />;
  return (
    <Collapse
      ghost
      size="small"
      defaultActiveKey={row && isSet(row) ? 'more' : []}
      items={[{ key: 'more', label: t('repository.more'), forceRender: true, children: fields }]}
    />
  );
}
