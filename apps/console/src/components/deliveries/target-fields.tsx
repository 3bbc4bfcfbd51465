import { Checkbox, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface TargetFieldsProps {
  isNew: boolean;
  types: readonly { value: string; label: string }[];
  /** Where it is; its secrets only when they may be changed. */
  place: (editable: boolean) => ReactNode;
  children?: ReactNode;
}

/** Fields of a delivery's target. Type and secrets of a stored one can be changed only when its override is ticked. */
export function TargetFields({ isNew, types, place, children }: TargetFieldsProps) {
  const { t } = useTranslation();
  const override = Form.useWatch<boolean | undefined>('override_secret', Form.useFormInstance());
  const editable = isNew || override === true;
  return (
    <>
      <Form.Item name="name" label={t('alerts.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      {!isNew && (
        <Form.Item name="override_secret" valuePropName="checked">
          <Checkbox>{t('alerts.override')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="type" label={t('alerts.type')} required={editable}>
        <Select disabled={!editable} options={[...types]} />
      </Form.Item>
      {place(editable)}
      {children}
      <div className="sy-checks">
        <Form.Item name="active" valuePropName="checked" noStyle>
          <Checkbox>{t('alerts.active')}</Checkbox>
        </Form.Item>
      </div>
    </>
  );
}

export function AddressField({ hint }: { hint: string }) {
  const { t } = useTranslation();
  return (
    <Form.Item name="url" label={t('alerts.url')} extra={hint} required>
      <Input autoComplete="off" spellCheck={false} inputMode="url" />
    </Form.Item>
  );
}

export const TokenField = ({ label, required }: { label: string; required: boolean }) => (
  <Form.Item name="token" label={label} required={required}>
    <Input.Password autoComplete="new-password" />
  </Form.Item>
);
