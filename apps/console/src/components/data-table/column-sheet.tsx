import { TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSetting, writeSetting } from '../../lib/local-setting.js';

/** What a table offers in its sheet. */
export interface ColumnChoice<Name extends string> {
  /** Under which name this browser remembers the choice. */
  table: string;
  /** In the order of the table. */
  all: readonly Name[];
  byDefault: readonly Name[];
}

/** The columns that are shown of a table, remembered in this browser. */
export function useColumns<Name extends string>({
  table,
  all,
  byDefault,
}: ColumnChoice<Name>): [readonly Name[], (names: readonly Name[]) => void] {
  const setting = `columns.${table}`;
  const [chosen, setChosen] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const names = chosen.get(setting) ?? readSetting(setting)?.split(',') ?? byDefault;
  const save = (next: readonly Name[]): void => {
    writeSetting(setting, next.join(','));
    setChosen(new Map(chosen).set(setting, next));
  };
  return [all.filter((name) => names.includes(name)), save];
}

interface ColumnSheetProps<Name extends string> {
  options: { value: Name; label: string }[];
  columns: readonly Name[];
  onChange: (columns: Name[]) => void;
}

/** Which columns a table shows. */
export function ColumnSheet<Name extends string>({ options, columns, onChange }: ColumnSheetProps<Name>) {
  const { t } = useTranslation();
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={<Checkbox.Group className="sy-columns" options={options} value={[...columns]} onChange={onChange} />}
    >
      <Button type="text" icon={<TableOutlined aria-hidden />}>
        {t('common.columns')}
      </Button>
    </Popover>
  );
}
