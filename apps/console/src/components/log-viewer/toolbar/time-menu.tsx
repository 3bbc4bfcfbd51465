import { FieldTimeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { MenuItem } from '../../actions/menu-item.js';
import { PopupMenu } from '../../actions/popup-menu.js';
import type { LogLabels } from '../labels.js';
import type { TimeMode } from '../types.js';

export interface TimeMenuProps {
  labels: LogLabels;
  time: TimeMode;
  /** Zone of the time of day; undefined = the reader's own. */
  zone: string | undefined;
  /** Zones beside the reader's own. */
  zones: readonly string[];
  onTime(mode: TimeMode): void;
  onZone(zone: string | undefined): void;
}

const timeModes: readonly TimeMode[] = ['off', 'clock', 'relative', 'delta'];

/** Which times the lines show, and in which zone. */
export function TimeMenu(props: TimeMenuProps) {
  const { labels, time } = props;
  return (
    <PopupMenu
      placement="bottomRight"
      width={240}
      label={labels.time}
      trigger={(trigger) => (
        <Button
          type="text"
          size="small"
          icon={<FieldTimeOutlined aria-hidden />}
          className={time === 'off' ? '' : 'sy-log-on'}
          aria-label={labels.time}
          {...trigger}
        >
          {labels.time}
        </Button>
      )}
    >
      {(close) => <TimeItems {...props} close={close} />}
    </PopupMenu>
  );
}

function TimeItems({ labels, time, zone, zones, onTime, onZone, close }: TimeMenuProps & { close: () => void }) {
  const closing = (then: () => void) => (): void => {
    close();
    then();
  };
  return (
    <>
      {timeModes.map((mode) => (
        <MenuItem key={mode} kind="radio" checked={mode === time} onChoose={closing(() => onTime(mode))}>
          {labels.timeModes[mode]}
        </MenuItem>
      ))}
      {zones.length > 0 && (
        <>
          <hr />
          <div role="group" aria-label={labels.zone}>
            <div className="sy-menu-label" aria-hidden>
              {labels.zone}
            </div>
            {[undefined, ...zones].map((each) => (
              <MenuItem key={each ?? ''} kind="radio" checked={each === zone} onChoose={closing(() => onZone(each))}>
                {each ?? labels.localZone}
              </MenuItem>
            ))}
          </div>
        </>
      )}
    </>
  );
}
