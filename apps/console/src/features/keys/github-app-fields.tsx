import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** An installation of a GitHub App, which opens repositories and reports to them. */
export function GithubAppFields() {
  const { t } = useTranslation();
  return (
    <>
      <p className="sy-form-lead">{t('key.appHint')}</p>
      <Form.Item name={['github_app', 'app_id']} label={t('key.appId')} required>
        <Input className="sy-mono" autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name={['github_app', 'installation_id']}
        label={t('key.installationId')}
        extra={t('key.installationIdHint')}
      >
        <Input className="sy-mono" autoComplete="off" inputMode="numeric" />
      </Form.Item>
      <Form.Item name={['github_app', 'server']} label={t('key.appServer')} extra={t('key.appServerHint')}>
        <Input className="sy-mono" autoComplete="off" spellCheck={false} placeholder="https://github.example.com" />
      </Form.Item>
      <Form.Item name={['github_app', 'private_key']} label={t('key.privateKey')} required>
        <Input.TextArea
          className="sy-mono"
          autoSize={{ minRows: 5, maxRows: 14 }}
          spellCheck={false}
          placeholder="-----BEGIN RSA PRIVATE KEY-----"
        />
      </Form.Item>
    </>
  );
}
