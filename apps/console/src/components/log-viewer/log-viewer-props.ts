import type { LogFailure } from '@switchyard/contracts';
import type { ReactNode, Ref } from 'react';
import type { LogLabels } from './labels.js';
import type { LinksIn, LogAction, LogDownload, LogOutcome, LogSource, LogTarget, PhaseSpan } from './types.js';
import type { LogViewChoice } from './use-log-view.js';

export interface LogViewerHandle {
  /** Puts the keyboard on the lines. */
  focus(): void;
  /** Shows a line, numbered from 1. */
  showLine(line: number): void;
  /** Shows only the lines with this text. */
  showMatches(text: string): void;
}

/** Another log needs another `key`: source and opening place are read once. */
export interface LogViewerProps {
  source: LogSource;
  /** Whether the log may still grow. */
  live: boolean;
  outcome: LogOutcome;
  labels: LogLabels;
  /** Epoch milliseconds. */
  startedAt?: number | undefined;
  finishedAt?: number | undefined;
  /** The lines that the page's address points to; a new value is scrolled to. */
  target?: LogTarget | undefined;
  onTargetChange?: ((target: LogTarget) => void) | undefined;
  /** The address of lines, for the clipboard. */
  linkOf?: ((target: LogTarget) => string) | undefined;
  /** Where to open when there is no target, from 1; without it a log opens at its end. */
  openAt?: number | undefined;
  /** Lines to tint as errors, from 1, ascending. */
  errorLines?: readonly number[] | undefined;
  /** Called with the lines in which hosts failed, when they change. */
  onFailures?: ((failures: readonly LogFailure[]) => void) | undefined;
  /** Recognizes the tool's headings by their text; undefined = the tool is not known to write any. */
  headings?: RegExp | undefined;
  /** Finds places in the text of a line that lead somewhere. */
  linksIn?: LinksIn | undefined;
  /** From when to when each phase lasted, by the line of its header from 0; the lines' own times count where there is none. */
  phaseSpans?: ReadonlyMap<number, PhaseSpan> | undefined;
  /** Names of phases that have not begun. */
  pendingPhases?: readonly string[] | undefined;
  view?: LogViewChoice | undefined;
  /** Time zones (IANA) that can be chosen beside the reader's own. */
  zones?: readonly string[] | undefined;
  onViewChange?: ((view: LogViewChoice) => void) | undefined;
  download?: LogDownload | undefined;
  action?: LogAction | undefined;
  /**
   * An element beside the page's tabs that takes the tools, null while it is not there yet; without the property they stand in a bar of
   * their own after `toolbarStart`.
   */
  toolbarHost?: HTMLElement | null | undefined;
  toolbarStart?: ReactNode;
  /** Buttons beside the follow button in the narrow layout. */
  narrowActions?: ReactNode;
  autoFocus?: boolean;
  ref?: Ref<LogViewerHandle>;
}
