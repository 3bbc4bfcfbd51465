import { CloseCircleOutlined } from '@ant-design/icons';
import type { LogFailure } from '@switchyard/contracts';
import { Button } from 'antd';
import { MenuItem } from '../../actions/menu-item.js';
import { PopupMenu } from '../../actions/popup-menu.js';
import type { LogLabels } from '../labels.js';

/** Entries of the menu at most. */
const MAX_ENTRIES = 100;

interface FailureMenuProps {
  failures: readonly LogFailure[];
  labels: LogLabels;
  /** @param line from 1 */
  onLine(line: number): void;
}

/** Leads to the lines in which hosts failed. */
export function FailureMenu({ failures, labels, onLine }: FailureMenuProps) {
  const label = labels.failures(failures.length);
  return (
    <PopupMenu
      placement="bottomRight"
      width={420}
      label={label}
      trigger={(props) => (
        <Button
          type="text"
          size="small"
          icon={<CloseCircleOutlined aria-hidden />}
          className="sy-log-bad"
          aria-label={label}
          {...props}
        >
          {label}
        </Button>
      )}
    >
      {(close) =>
        failures.slice(0, MAX_ENTRIES).map(({ line, host, task }) => (
          <MenuItem
            key={line}
            onChoose={() => {
              close();
              onLine(line + 1);
            }}
          >
            <span className="sy-log-failure">
              <b>{labels.line(line + 1)}</b> <code>{host}</code> <span>{task}</span>
            </span>
          </MenuItem>
        ))
      }
    </PopupMenu>
  );
}
