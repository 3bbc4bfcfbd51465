import { PlusOutlined } from '@ant-design/icons';
import { Button, Select, type SelectProps } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewResourceKind, resourceMaker } from './new-resource.js';

interface Named {
  id: number;
  name: string;
  /** The name with a mark. */
  label?: ReactNode;
}

interface ResourceSelectProps extends Omit<SelectProps<number | null>, 'options' | 'onChange' | 'popupRender'> {
  /** Kind of a new one, offered below the others. */
  kind: NewResourceKind;
  rows: readonly Named[];
  onChange?: (id: number | null | undefined) => void;
}

const LABELS = {
  key: 'key.new',
  repository: 'repository.new',
  inventory: 'inventory.new',
  environment: 'environment.new',
  view: 'views.newView',
  template: 'template.new',
  build: 'template.new',
  'terraform-workspace': 'workspace.new',
  'tofu-workspace': 'workspace.new',
} as const satisfies Record<NewResourceKind, string>;

/** A resource of the project, chosen by name; a new one is made without leaving the form. */
export function ResourceSelect({ kind, rows, onChange, ...props }: ResourceSelectProps) {
  const { t } = useTranslation();
  const make = resourceMaker();
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<number | null>(null);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const create = (): void => {
    setOpen(false);
    make?.(kind, setMade);
  };
  // It is chosen once it is among the rows: what was made may be of a type that is not offered here.
  const isOffered = rows.some(({ id }) => id === made);
  useEffect(() => {
    if (made !== null && isOffered) {
      latest.current?.(made);
      setMade(null);
    }
  }, [made, isOffered]);
  return (
    <Select<number | null>
      {...props}
      open={open}
      onOpenChange={setOpen}
      showSearch={{ optionFilterProp: 'title' }}
      options={rows.map(({ id, name, label = name }) => ({ value: id, title: name, label }))}
      onChange={(id) => onChange?.(id)}
      popupRender={(menu) => (
        <>
          {menu}
          {make !== null && (
            <Button
              type="text"
              block
              className="sy-select-new"
              icon={<PlusOutlined aria-hidden />}
              onMouseDown={(event) => event.preventDefault()}
              onClick={create}
            >
              {t(LABELS[kind])}
            </Button>
          )}
        </>
      )}
    />
  );
}
