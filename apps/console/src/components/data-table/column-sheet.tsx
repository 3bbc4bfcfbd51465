import { CheckOutlined, TableOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuItem } from '../actions/menu-item.js';
import { PopupMenu } from '../actions/popup-menu.js';
import { readSetting, writeSetting } from '../../lib/local-setting.js';

/** Column that a table offers in its sheet. */
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
  const toggle = (name: Name): void =>
    onChange(columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]);
  return (
    <PopupMenu
      placement="bottomRight"
      width={200}
      label={t('common.columns')}
      trigger={(props) => (
        <Button type="text" icon={<TableOutlined aria-hidden />} {...props}>
          {t('common.columns')}
        </Button>
      )}
    >
      {() =>
        options.map(({ value, label }) => (
          <MenuItem key={value} kind="checkbox" checked={columns.includes(value)} onChoose={() => toggle(value)}>
            <span className="sy-grow">{label}</span>
            {columns.includes(value) && <CheckOutlined aria-hidden />}
          </MenuItem>
        ))
      }
    </PopupMenu>
  );
}
