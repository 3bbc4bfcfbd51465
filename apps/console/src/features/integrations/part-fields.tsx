import { BODY_DATA_TYPES, type BodyDataType, type WebhookPart } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';

interface PlaceFieldsProps {
  /** Member of the form that holds `body` or `header`. */
  part: 'match_type' | 'value_source';
  label: string;
}

/** Body or header, and what in it. */
export function PlaceFields({ part, label }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  const where = Form.useWatch<WebhookPart | undefined>(part, form);
  const type = Form.useWatch<BodyDataType | undefined>('body_data_type', form);
  const path = where === 'body' && type !== 'string' ? (type ?? null) : null;
  return (
    <>
      <div className="sy-halves">
        <Form.Item name={part} label={label} required>
          <Select
            options={(['body', 'header'] as const).map((value) => ({ value, label: t(`integration.parts.${value}`) }))}
          />
        </Form.Item>
        {where === 'body' && (
          <Form.Item name="body_data_type" label={t('integration.dataType')} required>
            <Select
              options={BODY_DATA_TYPES.map((value) => ({
                value,
                label: t(`integration.dataTypes.${value}`),
              }))}
            />
          </Form.Item>
        )}
      </div>
      {(path !== null || where === 'header') && (
        <Form.Item
          name="key"
          label={path === null ? t('integration.headerName') : t(`integration.${path}Path`)}
          required
          extra={path === null ? undefined : t(`integration.${path}PathHint`)}
        >
          <Input className="sy-mono" maxLength={255} />
        </Form.Item>
      )}
    </>
  );
}
