import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { hasGivenFocus, isAtKeyboard } from '../../lib/focus-keeper.js';
import { useEscape } from '../../lib/use-escape.js';
import { useRest } from '../../lib/use-rest.js';
import { Popup } from './popup.js';

interface HintProps {
  /** Empty or absent = there is nothing to show. */
  title: ReactNode;
  /** Element that it is about; it takes the focus. */
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

type Target = HTMLAttributes<HTMLElement>;

/** When the hint is wanted, and what the control does for it besides what it does itself. */
function useWanted(target: Target) {
  const [wanted, setWanted] = useState(false);
  const { rest, cancel } = useRest();
  const anchor = useRef<HTMLElement>(null);
  const hide = (): void => {
    cancel();
    setWanted(false);
  };
  const handlers: Target = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      target.onPointerEnter?.(event);
      anchor.current = event.currentTarget;
      if (event.pointerType !== 'touch') {
        rest(() => setWanted(true));
      }
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      target.onPointerLeave?.(event);
      rest(hide);
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      target.onFocus?.(event);
      anchor.current = event.currentTarget;
      if (isAtKeyboard() && !hasGivenFocus()) {
        setWanted(true);
      }
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      target.onBlur?.(event);
      hide();
    },
  };
  return { wanted, anchor, handlers, hide, stay: cancel, leave: () => rest(hide) };
}

/**
 * The one tooltip: the pointer over a control shows it, and the focus of somebody at the keyboard; Escape hides it. A focus that
 * comes back, as from a dialog, shows nothing: the hint would lie over controls that somebody goes on to. It is the browser's own
 * popover, as every page has hints: antd's tooltip would cost the first load 10 kB.
 */
export function Hint({ title, children }: HintProps) {
  const { wanted, anchor, handlers, hide, stay, leave } = useWanted(children.props);
  const id = useId();
  const shown = wanted && Boolean(title);
  // A second press that comes at once is for what lies below.
  useEscape(shown, () => flushSync(hide));
  return (
    <>
      {cloneElement(children, { ...handlers, 'aria-describedby': shown ? id : undefined })}
      {shown && (
        <Popup
          anchor={anchor}
          placement="top"
          takesFocus={false}
          onOutside={hide}
          props={{
            id,
            role: 'tooltip',
            className: 'sy-hint',
            onPointerEnter: stay,
            onPointerLeave: leave,
            onClick: (event) => event.stopPropagation(),
          }}
        >
          {title}
        </Popup>
      )}
    </>
  );
}
