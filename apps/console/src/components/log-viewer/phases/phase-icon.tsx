import { CheckCircleFilled, ClockCircleOutlined, CloseCircleFilled, MinusCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { LogLabels, PhaseStatus } from '../labels.js';

const icons: Record<PhaseStatus, ReactNode> = {
  waiting: <ClockCircleOutlined />,
  running: <span className="sy-log-spinner" />,
  success: <CheckCircleFilled />,
  failed: <CloseCircleFilled />,
  stopped: <MinusCircleFilled />,
};

export function PhaseIcon({ state, labels }: { state: PhaseStatus; labels: LogLabels }) {
  return (
    <span className={`sy-log-state sy-log-state-${state}`} role="img" aria-label={labels.phaseStates[state]}>
      {icons[state]}
    </span>
  );
}
