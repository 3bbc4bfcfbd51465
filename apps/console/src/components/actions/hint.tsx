import { Tooltip, type TooltipRef } from 'antd';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { hasGivenFocus, isAtKeyboard } from '../../lib/focus-keeper.js';

interface HintProps {
  /** Empty or absent = there is nothing to show. */
  title: ReactNode;
  /** What it is about: something that takes the focus. */
  children: ReactElement;
}

/** A hint goes at once: while it fades it would lie over what somebody goes on to. */
const AT_ONCE = { motionName: '' };

/**
 * The one tooltip: the pointer over a control shows it, and the focus of somebody at the keyboard; Escape hides it. A focus that
 * comes back, as from a dialog, shows nothing: the hint would lie over controls that somebody goes on to.
 */
export function Hint({ title, children }: HintProps) {
  const [open, setOpen] = useState(false);
  const tooltip = useRef<TooltipRef>(null);
  const isPointedAt = (): boolean => tooltip.current?.nativeElement?.matches(':hover') === true;
  return (
    <Tooltip
      ref={tooltip}
      title={title}
      motion={AT_ONCE}
      open={open && Boolean(title)}
      onOpenChange={(next) => setOpen(next && ((isAtKeyboard() && !hasGivenFocus()) || isPointedAt()))}
      trigger={['hover', 'focus']}
    >
      {children}
    </Tooltip>
  );
}
