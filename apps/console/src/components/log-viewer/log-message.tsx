import { Alert, Button } from 'antd';
import type { LogLabels } from './labels.js';
import type { LogStatus } from './store/log-store.js';

interface LogMessageProps {
  state: LogStatus;
  empty: boolean;
  live: boolean;
  labels: LogLabels;
  onRetry(): void;
}

/** Message in the place of lines that are not there. */
export function LogMessage({ state, empty, live, labels, onRetry }: LogMessageProps) {
  if (state.phase === 'failed') {
    const retry = (
      <Button size="small" onClick={onRetry}>
        {labels.retry}
      </Button>
    );
    return (
      <div className="sy-log-message">
        <Alert type="error" showIcon title={labels.loadFailed} action={retry} />
      </div>
    );
  }
  if (state.phase !== 'ready' || !empty) {
    return null;
  }
  return <div className="sy-log-message">{live ? labels.waiting : labels.empty}</div>;
}
