import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSetting, writeSetting } from '../../lib/local-setting.js';
import { extraColumns, type ExtraColumn } from './template-columns.js';

const setting = 'columns.templates';

const isColumn = (name: string): name is ExtraColumn => extraColumns.some((column) => column === name);

/** The extra columns of the template table, remembered in this browser. */
export function useExtraColumns(): [ExtraColumn[], (columns: ExtraColumn[]) => void] {
  const [columns, setColumns] = useState(() => (readSetting(setting) ?? '').split(',').filter(isColumn));
  const save = (next: ExtraColumn[]): void => {
    const ordered = extraColumns.filter((column) => next.includes(column));
    writeSetting(setting, ordered.join(',') || null);
    setColumns(ordered);
  };
  return [columns, save];
}

interface ColumnSheetProps {
  columns: ExtraColumn[];
  onChange: (columns: ExtraColumn[]) => void;
}

export function ColumnSheet({ columns, onChange }: ColumnSheetProps) {
  const { t } = useTranslation();
  const options = extraColumns.map((value) => ({ value, label: t(`template.${value}`) }));
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={<Checkbox.Group className="sy-columns" options={options} value={columns} onChange={onChange} />}
    >
      <Button type="text" icon={<TableOutlined aria-hidden />}>
        {t('template.columns')}
      </Button>
    </Popover>
  );
}
