import { DownOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { PopupMenu } from './popup-menu.js';

/** Kind of entry that a list can be given. */
export interface NewKind {
  key: string;
  label: string;
}

interface NewButtonProps {
  label: string;
  /** Offered in a menu; absent = there is one kind. */
  kinds?: readonly NewKind[] | undefined;
  onChoose: (kind: string | null) => void;
}

/** The button of a list that makes a new row. */
export function NewButton({ label, kinds, onChoose }: NewButtonProps) {
  if (kinds === undefined) {
    return (
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => onChoose(null)}>
        {label}
      </Button>
    );
  }
  return (
    <PopupMenu
      placement="bottomRight"
      width={200}
      label={label}
      trigger={(props) => (
        <Button type="primary" icon={<PlusOutlined aria-hidden />} {...props}>
          {label}
          <DownOutlined className="sy-down" aria-hidden />
        </Button>
      )}
    >
      {(close) =>
        kinds.map((kind) => (
          <button
            key={kind.key}
            type="button"
            role="menuitem"
            className="sy-menu-item"
            onClick={() => {
              close();
              onChoose(kind.key);
            }}
          >
            {kind.label}
          </button>
        ))
      }
    </PopupMenu>
  );
}
