import { useState } from 'react';
import type { TextSize, TimeMode } from './types.js';

/** How the reader wants the lines; what is not set follows from the room there is. */
export interface LogViewChoice {
  wrap?: boolean;
  time?: TimeMode;
  /** Name of the IANA; absent = the reader's own. */
  zone?: string | undefined;
  size?: TextSize;
}

export interface LogViewOptions {
  initial: LogViewChoice | undefined;
  narrow: boolean;
  /** Zones that can be chosen beside the reader's own. */
  zones: readonly string[] | undefined;
  onChange: ((choice: LogViewChoice) => void) | undefined;
}

export interface LogView {
  readonly wrap: boolean;
  readonly time: TimeMode;
  readonly zone: string | undefined;
  readonly size: TextSize;
  change(part: LogViewChoice): void;
}

/** Narrow: wrapped and without times, until the reader changes it here. */
export function useLogView({ initial, narrow, zones, onChange }: LogViewOptions): LogView {
  const [chosen, setChosen] = useState<LogViewChoice>({});
  const choice = narrow ? chosen : { ...initial, ...chosen };
  const zone = 'zone' in chosen ? chosen.zone : initial?.zone;
  const change = (part: LogViewChoice): void => {
    setChosen({ ...chosen, ...part });
    onChange?.({ ...initial, ...chosen, ...part });
  };
  return {
    wrap: choice.wrap ?? narrow,
    time: choice.time ?? (narrow ? 'off' : 'clock'),
    zone: zones?.find((name) => name === zone),
    size: chosen.size ?? initial?.size ?? 'normal',
    change,
  };
}
