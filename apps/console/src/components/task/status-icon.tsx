import Icon, {
  CheckCircleFilled,
  CheckOutlined,
  ClockCircleOutlined,
  CloseCircleFilled,
  MinusCircleOutlined,
  PauseCircleFilled,
  StopOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { StatusShape } from './task-status.js';

/** A ring with a track, so that it reads as a spinner also when it does not turn. */
function SpinnerShape() {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="2">
      <circle cx="8" cy="8" r="6" strokeOpacity="0.28" />
      <path d="M8 2a6 6 0 0 1 6 6" strokeLinecap="round" />
    </svg>
  );
}

function SquareShape() {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none">
      <rect x="2" y="2" width="12" height="12" rx="2" stroke="currentColor" strokeWidth="1.4" />
      <rect x="5.5" y="5.5" width="5" height="5" rx="0.6" fill="currentColor" />
    </svg>
  );
}

/** Of a status that is past: the spinner stands still. */
const stillIcons: Partial<Readonly<Record<StatusShape, ReactNode>>> = {
  spinner: <Icon component={SpinnerShape} aria-hidden />,
};

const icons: Readonly<Record<StatusShape, ReactNode>> = {
  clock: <ClockCircleOutlined aria-hidden />,
  spinner: <Icon component={SpinnerShape} className="sy-spin" aria-hidden />,
  pause: <PauseCircleFilled aria-hidden />,
  check: <CheckOutlined aria-hidden />,
  stop: <StopOutlined aria-hidden />,
  square: <Icon component={SquareShape} aria-hidden />,
  tick: <CheckCircleFilled aria-hidden />,
  cross: <CloseCircleFilled aria-hidden />,
  minus: <MinusCircleOutlined aria-hidden />,
};

export function StatusIcon({ shape, still = false }: { shape: StatusShape; still?: boolean }) {
  return (still && stillIcons[shape]) || icons[shape];
}
