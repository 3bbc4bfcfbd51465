import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** Field `name` of a project of type premium. */
export function SubscriptionName() {
  const { t } = useTranslation();
  return (
    <Form.Item name="name" label={t('project.subscriptionName')} required>
      <Input autoFocus maxLength={255} />
    </Form.Item>
  );
}
