import { MoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MenuItem } from '../../actions/menu-item.js';
import { PopupMenu } from '../../actions/popup-menu.js';
import type { LogLabels } from '../labels.js';
import type { LogAction, LogDownload, TextSize } from '../types.js';

const sizes: readonly TextSize[] = ['small', 'normal', 'large'];

export interface MoreMenuProps {
  labels: LogLabels;
  size: TextSize;
  download: LogDownload | undefined;
  action: LogAction | undefined;
  onSize(size: TextSize): void;
  onCopyAll(): void;
  onCopyCommand(): void;
}

/** Commands that a reader seldom needs: other ways to take the log along, and the size of its letters. */
export function MoreMenu(props: MoreMenuProps) {
  const { labels } = props;
  return (
    <PopupMenu
      placement="bottomRight"
      width={260}
      label={labels.more}
      trigger={(trigger) => (
        <Button type="text" size="small" icon={<MoreOutlined aria-hidden />} aria-label={labels.more} {...trigger} />
      )}
    >
      {(close) => <MoreItems {...props} close={close} />}
    </PopupMenu>
  );
}

function MoreItems({
  labels,
  size,
  download,
  action,
  onSize,
  onCopyAll,
  onCopyCommand,
  close,
}: MoreMenuProps & Closing) {
  const closing = (then: () => void) => (): void => {
    close();
    then();
  };
  return (
    <>
      <MenuItem onChoose={closing(onCopyAll)}>{labels.copyAll}</MenuItem>
      {download !== undefined && (
        <>
          <MenuItem onChoose={closing(onCopyCommand)}>{labels.copyCommand}</MenuItem>
          <a
            role="menuitem"
            className="sy-menu-item"
            href={download.colouredHref}
            download={download.colouredName}
            onClick={close}
          >
            {labels.downloadColoured}
          </a>
        </>
      )}
      {action !== undefined && <MenuItem onChoose={closing(action.onChoose)}>{action.label}</MenuItem>}
      <hr />
      <div role="group" aria-label={labels.textSize}>
        <div className="sy-menu-label" aria-hidden>
          {labels.textSize}
        </div>
        {sizes.map((each) => (
          <MenuItem key={each} kind="radio" checked={each === size} onChoose={closing(() => onSize(each))}>
            {labels.textSizes[each]}
          </MenuItem>
        ))}
      </div>
    </>
  );
}

interface Closing {
  close: () => void;
}
