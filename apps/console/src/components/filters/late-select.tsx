import { DownOutlined } from '@ant-design/icons';
import type { Select as AntdSelect, SelectProps } from 'antd';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isAtKeyboard } from '../../lib/focus-keeper.js';

interface Loaded {
  Select: typeof AntdSelect;
  /** The user had focused the field before. */
  isFocused: boolean;
  isOpen: boolean;
}

interface LateSelectProps<Value> extends SelectProps<Value> {
  'aria-label': string;
  /** Whether something is chosen. */
  isUsed: boolean;
  /** Text of the field while nothing is chosen. */
  unused: string;
}

const OPENING_KEYS = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' ']);

/** Loads the select of antd, which the first load of a page does without, when somebody comes to the field. */
function useLateSelect(isUsed: boolean, onOpenChange: ((isOpen: boolean) => void) | undefined) {
  const stub = useRef<HTMLButtonElement>(null);
  const opens = useRef(false);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const load = (): void =>
    void import('antd/es/select').then(
      ({ default: Select }) => {
        const isFocused = stub.current !== null && stub.current === document.activeElement;
        setLoaded((before) => before ?? { Select, isFocused, isOpen: isFocused && opens.current });
      },
      // The next press tries again.
      () => undefined,
    );
  useEffect(() => {
    if (isUsed) {
      load();
    }
  }, [isUsed]);
  const open = (): void => {
    opens.current = true;
    onOpenChange?.(true);
    load();
  };
  return { stub, loaded, load, open };
}

/** A select of a filter: a button with its face until somebody uses it or a value is chosen. */
export function LateSelect<Value>({ isUsed, unused, ...props }: LateSelectProps<Value>) {
  const { stub, loaded, load, open } = useLateSelect(isUsed, props.onOpenChange);
  if (loaded !== null) {
    const { Select, isFocused, isOpen } = loaded;
    return <Select<Value> className="sy-filter-select" autoFocus={isFocused} defaultOpen={isOpen} {...props} />;
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (OPENING_KEYS.has(event.key)) {
      event.preventDefault();
      open();
    }
  };
  return (
    <button
      ref={stub}
      type="button"
      role="combobox"
      className="sy-plain-field sy-filter-select sy-filter-late"
      aria-label={props['aria-label']}
      aria-description={unused}
      aria-haspopup="listbox"
      aria-expanded={false}
      onClick={open}
      onKeyDown={onKeyDown}
      // A press of the pointer gives the focus before it ends: what it is on stays until then.
      onFocus={() => isAtKeyboard() && load()}
    >
      <span className="sy-ellipsis">{isUsed ? '' : unused}</span>
      <DownOutlined aria-hidden />
    </button>
  );
}
