import { Button } from 'antd';
import { MenuItem } from '../../actions/menu-item.js';
import { PopupMenu } from '../../actions/popup-menu.js';
import type { LogLabels } from '../labels.js';
import type { FindSession } from './find-session.js';
import { levelNames, levels } from '../levels.js';

/** Fills in an expression that the reader sees and may change. */
export function LevelMenu({ find, labels }: { find: FindSession; labels: LogLabels }) {
  return (
    <PopupMenu
      placement="bottomRight"
      width={180}
      label={labels.level}
      trigger={(props) => (
        <Button type="text" size="small" {...props}>
          {labels.level}
        </Button>
      )}
    >
      {(close) =>
        levelNames.map((name) => (
          <MenuItem
            key={name}
            onChoose={() => {
              close();
              find.showLevel(levels[name]);
            }}
          >
            {labels.levels[name]}
          </MenuItem>
        ))
      }
    </PopupMenu>
  );
}
