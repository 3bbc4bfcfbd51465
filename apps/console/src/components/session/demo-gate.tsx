import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useGetInfoQuery } from '../../api/system-api.js';
import { isAtKeyboard } from '../../lib/focus-keeper.js';
import { problemWords } from '../../lib/problem-words.js';
import { useEscape } from '../../lib/use-escape.js';
import { Popup } from '../actions/popup.js';

/** Whether the server is in demo mode: for everybody, administrators too, it changes nothing but tasks. */
export function useIsDemo(): boolean {
  const { data: info } = useGetInfoQuery();
  return (info?.demo ?? null) !== null;
}

/** Sentence with which a demo refuses. */
export const demoRefusal = (): string => problemWords({ code: 'demo_mode', params: {} });

/** Marks the controls as switched off and describes why; one that is disabled anyway has another reason. */
function switchOff(gate: HTMLElement): void {
  for (const control of gate.querySelectorAll(':is(button, input):enabled')) {
    control.setAttribute('aria-disabled', 'true');
    control.setAttribute('aria-description', demoRefusal());
  }
}

function refuse(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Keys that press a button, and all that a field takes; those that lead on stay. */
function refuseKey(event: KeyboardEvent): void {
  const isOfField = event.target instanceof HTMLInputElement && event.key !== 'Tab' && event.key !== 'Escape';
  if (event.key === 'Enter' || event.key === ' ' || isOfField) {
    refuse(event);
  }
}

/** Shows the reason to the pointer over the control, to who comes to it with the keyboard, and at a press. */
function Refused({ children }: { children: ReactNode }) {
  const gate = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  useLayoutEffect(() => {
    if (gate.current) {
      switchOff(gate.current);
    }
  });
  const hide = (): void => setShown(false);
  useEscape(shown, hide);
  const byMouse = (next: boolean) => (event: PointerEvent) => event.pointerType === 'mouse' && setShown(next);
  return (
    <span
      ref={gate}
      className="sy-demo-gate"
      // Of a select: its value is described beside it.
      data-reason={demoRefusal()}
      onPointerOver={byMouse(true)}
      onPointerOut={byMouse(false)}
      onFocus={() => isAtKeyboard() && setShown(true)}
      onBlur={hide}
      // A select opens at it.
      onMouseDownCapture={(event) =>
        event.target instanceof Element && event.target.closest('.ant-select') && refuse(event)
      }
      onKeyDownCapture={refuseKey}
      onClickCapture={(event) => {
        refuse(event);
        setShown(true);
      }}
    >
      {children}
      {shown && (
        <Popup
          anchor={gate}
          placement="bottomLeft"
          takesFocus={false}
          onOutside={hide}
          props={{ role: 'tooltip', className: 'sy-menu sy-note sy-demo-reason' }}
        >
          {demoRefusal()}
        </Popup>
      )}
    </span>
  );
}

/** Switches off the control in it, with the reason, where a demo refuses what it does. */
export function DemoGate({ children }: { children: ReactNode }) {
  return useIsDemo() ? <Refused>{children}</Refused> : children;
}
