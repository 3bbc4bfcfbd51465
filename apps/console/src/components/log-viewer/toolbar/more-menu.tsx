import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { LogLabels } from '../labels.js';
import type { LogDownload, TextSize } from '../types.js';

const sizes: readonly TextSize[] = ['small', 'normal', 'large'];

export interface MoreMenuProps {
  labels: LogLabels;
  size: TextSize;
  download: LogDownload | undefined;
  onSize(size: TextSize): void;
  onCopyAll(): void;
  onCopyCommand(): void;
}

/** What a reader seldom needs: other ways to take the log along, and the size of its letters. */
export function MoreMenu(props: MoreMenuProps) {
  const { labels } = props;
  return (
    <Dropdown menu={{ items: itemsOf(props), selectable: true, selectedKeys: [props.size] }} trigger={['click']}>
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={labels.more} />
    </Dropdown>
  );
}

function itemsOf({ labels, download, onSize, onCopyAll, onCopyCommand }: MoreMenuProps): MenuProps['items'] {
  return [
    { key: 'copy', label: labels.copyAll, onClick: onCopyAll },
    ...(download === undefined ? [] : fileItems(labels, download, onCopyCommand)),
    { type: 'divider' },
    {
      key: 'size',
      type: 'group',
      label: labels.textSize,
      children: sizes.map((key) => ({ key, label: labels.textSizes[key], onClick: () => onSize(key) })),
    },
  ];
}

const fileItems = (labels: LogLabels, download: LogDownload, onCopyCommand: () => void) => [
  { key: 'command', label: labels.copyCommand, onClick: onCopyCommand },
  {
    key: 'coloured',
    label: (
      <a href={download.colouredHref} download={download.colouredName}>
        {labels.downloadColoured}
      </a>
    ),
  },
];
