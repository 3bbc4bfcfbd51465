import { AutoComplete, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { ICON_NAMES, marks } from '../../components/brand/app-pictures.js';
import { LookMark } from '../../components/brand/app-mark.js';
import type { AppValues } from './app-values.js';

const names = [...ICON_NAMES, ...Object.keys(marks)];
const plain = { color: '', dark_color: '' } as const;

/** One of a set of icons, or letters. The mark beside it is the one that the app will have. */
export function IconField() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<AppValues>();
  const { id, icon, color, dark_color } = Form.useWatch([], form) ?? form.getFieldsValue(true);
  return (
    <Form.Item name="icon" label={t('apps.icon')} extra={t('apps.iconHint')}>
      <AutoComplete
        showSearch={{ filterOption: (typed, option) => option?.value.includes(typed.toLowerCase()) === true }}
        options={names.map((name) => ({
          value: name,
          label: (
            <span className="sy-name">
              <LookMark id="" look={{ icon: name, ...plain }} /> <code>{name}</code>
            </span>
          ),
        }))}
      >
        <Input
          prefix={
            <LookMark id={id ?? ''} look={{ icon: icon ?? '', color: color ?? '', dark_color: dark_color ?? '' }} />
          }
        />
      </AutoComplete>
    </Form.Item>
  );
}
