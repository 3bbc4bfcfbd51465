import { ArrowDownOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { LogLabels } from '../labels.js';
import { useObservable } from '../store/observable.js';
import type { PaneController } from './pane-controller.js';

export function FollowButton({ pane, labels }: { pane: PaneController; labels: LogLabels }) {
  const { follow, behind } = useObservable(pane.view);
  const text = follow ? labels.following : behind > 0 ? labels.newLines(behind) : labels.follow;
  return (
    <Button
      shape="round"
      type={behind > 0 ? 'primary' : 'default'}
      className={behind > 0 ? '' : 'sy-log-following'}
      icon={<ArrowDownOutlined aria-hidden />}
      onClick={() => pane.toEnd()}
    >
      {text}
    </Button>
  );
}
