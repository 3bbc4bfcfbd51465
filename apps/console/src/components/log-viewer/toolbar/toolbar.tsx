import Icon, { DownloadOutlined, SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { LogFailure } from '@switchyard/contracts';
import { Hint } from '../../actions/hint.js';
import type { LogLabels } from '../labels.js';
import { FailureMenu } from './failure-menu.js';
import { MoreMenu, type MoreMenuProps } from './more-menu.js';
import { Silence } from './silence.js';
import { TimeMenu, type TimeMenuProps } from './time-menu.js';
import type { LogConnection } from '../types.js';

interface ToolbarProps extends MoreMenuProps, TimeMenuProps {
  /** Undefined for a log that has ended. */
  connection: LogConnection | undefined;
  finding: boolean;
  wrap: boolean;
  /** Lines in which hosts failed. */
  failures: readonly LogFailure[];
  /** Since when a running task has written nothing, epoch milliseconds; undefined = it does not matter. */
  quietSince: number | undefined;
  onLine(line: number): void;
  /** Whether the tools show their icons alone. */
  narrow: boolean;
  onFind(): void;
  onWrap(wrap: boolean): void;
}

export function Toolbar(props: ToolbarProps) {
  const { labels, connection, finding, wrap, download } = props;
  return (
    <div className={`sy-log-tools${props.narrow ? ' sy-log-tools-narrow' : ''}`}>
      {props.quietSince !== undefined && <Silence since={props.quietSince} labels={labels} />}
      {connection && connection !== 'off' && <ConnectionBadge connection={connection} labels={labels} />}
      {props.failures.length > 0 && <FailureMenu {...props} />}
      <Hint title={props.narrow ? labels.find : ''}>
        <Button
          type="text"
          size="small"
          icon={<SearchOutlined aria-hidden />}
          className={finding ? 'sy-log-on' : ''}
          aria-label={labels.find}
          aria-pressed={finding}
          onClick={props.onFind}
        >
          {labels.find}
        </Button>
      </Hint>
      <TimeMenu {...props} />
      <Hint title={props.narrow ? labels.wrap : ''}>
        <Button
          type="text"
          size="small"
          icon={<WrapIcon />}
          className={wrap ? 'sy-log-on' : ''}
          aria-label={labels.wrap}
          aria-pressed={wrap}
          onClick={() => props.onWrap(!wrap)}
        >
          {labels.wrap}
        </Button>
      </Hint>
      {download !== undefined && (
        <Hint title={labels.download}>
          <Button
            type="text"
            size="small"
            icon={<DownloadOutlined aria-hidden />}
            href={download.href}
            download={download.name}
            aria-label={labels.download}
          />
        </Hint>
      )}
      <MoreMenu {...props} />
    </div>
  );
}

function ConnectionBadge({ connection, labels }: { connection: Exclude<LogConnection, 'off'>; labels: LogLabels }) {
  return (
    <span className={`sy-log-connection sy-log-connection-${connection}`} role="status">
      {labels[connection]}
    </span>
  );
}

/** Lines, the second of which turns back under itself. */
function WrapIcon() {
  return <Icon component={Drawing} aria-hidden role="presentation" />;
}

function Drawing() {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
      <path d="M1.5 3h13M1.5 8h10.2a2.4 2.4 0 0 1 0 4.8H9M1.5 12.8h4M10.8 11 9 12.8l1.8 1.8" strokeLinecap="round" />
    </svg>
  );
}
