import { FieldTimeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MenuItem } from '../../actions/menu-item.js';
import { PopupMenu } from '../../actions/popup-menu.js';
import type { LogLabels } from '../labels.js';
import type { TimeMode } from '../types.js';

interface TimeMenuProps {
  labels: LogLabels;
  time: TimeMode;
  onTime(mode: TimeMode): void;
}

const timeModes: readonly TimeMode[] = ['off', 'clock', 'relative', 'delta'];

/** Which times the lines show. */
export function TimeMenu({ labels, time, onTime }: TimeMenuProps) {
  return (
    <PopupMenu
      placement="bottomRight"
      width={200}
      label={labels.time}
      trigger={(props) => (
        <Button
          type="text"
          size="small"
          icon={<FieldTimeOutlined aria-hidden />}
          className={time === 'off' ? '' : 'sy-log-on'}
          aria-label={labels.time}
          {...props}
        >
          {labels.time}
        </Button>
      )}
    >
      {(close) =>
        timeModes.map((mode) => (
          <MenuItem
            key={mode}
            kind="radio"
            checked={mode === time}
            onChoose={() => {
              close();
              onTime(mode);
            }}
          >
            {labels.timeModes[mode]}
          </MenuItem>
        ))
      }
    </PopupMenu>
  );
}
