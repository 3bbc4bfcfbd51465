import type { BodyDataType, WebhookPart } from '@switchyard/contracts';
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
  const isPath = where === 'body' && type === 'json';
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
              options={(['json', 'string'] as const).map((value) => ({
                value,
                label: t(`integration.dataTypes.${value}`),
              }))}
            />
          </Form.Item>
        )}
      </div>
      {(isPath || where === 'header') && (
        <Form.Item
          name="key"
          label={isPath ? t('integration.jsonPath') : t('integration.headerName')}
          required
          extra={isPath ? t('integration.jsonPathHint') : undefined}
        >
          <Input className="sy-mono" maxLength={255} />
        </Form.Item>
      )}
    </>
  );
}
