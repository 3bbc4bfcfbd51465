import { CloseCircleOutlined } from '@ant-design/icons';
import type { LogFailure } from '@switchyard/contracts';
import { Button, Dropdown } from 'antd';
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
  const items = failures.slice(0, MAX_ENTRIES).map(({ line, host, task }) => ({
    key: String(line + 1),
    label: (
      <span className="sy-log-failure">
        <b>{labels.line(line + 1)}</b> <code>{host}</code> <span>{task}</span>
      </span>
    ),
  }));
  const menu = { items, onClick: ({ key }: { key: string }) => onLine(Number(key)) };
  return (
    <Dropdown menu={menu} trigger={['click']} overlayClassName="sy-log-failures">
      <Button
        type="text"
        size="small"
        icon={<CloseCircleOutlined />}
        className="sy-log-bad"
        aria-label={labels.failures(failures.length)}
      >
        {labels.failures(failures.length)}
      </Button>
    </Dropdown>
  );
}
