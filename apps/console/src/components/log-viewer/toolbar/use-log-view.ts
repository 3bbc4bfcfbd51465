import { useState } from 'react';
import type { TextSize, TimeMode } from '../types.js';

/** How the reader wants the lines; what is not set follows from the room there is. */
export interface LogViewChoice {
  wrap?: boolean;
  time?: TimeMode;
  size?: TextSize;
}

export interface LogViewOptions {
  initial: LogViewChoice | undefined;
  narrow: boolean;
  onChange: ((choice: LogViewChoice) => void) | undefined;
}

export interface LogView {
  readonly wrap: boolean;
  readonly time: TimeMode;
  readonly size: TextSize;
  change(part: LogViewChoice): void;
}

/** Narrow: wrapped and without times, until the reader changes it here. */
export function useLogView({ initial, narrow, onChange }: LogViewOptions): LogView {
  const [chosen, setChosen] = useState<LogViewChoice>({});
  const choice = narrow ? chosen : { ...initial, ...chosen };
  const change = (part: LogViewChoice): void => {
    setChosen({ ...chosen, ...part });
    onChange?.({ ...initial, ...chosen, ...part });
  };
  return {
    wrap: choice.wrap ?? narrow,
    time: choice.time ?? (narrow ? 'off' : 'clock'),
    size: chosen.size ?? initial?.size ?? 'normal',
    change,
  };
}
