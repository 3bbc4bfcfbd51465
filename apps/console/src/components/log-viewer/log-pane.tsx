import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type MouseEvent } from 'react';
import type { LogParts } from './log-parts.js';
import { LogRow } from './pane/log-row.js';
import { useObservable } from './store/observable.js';
import { OpenRow } from './pane/open-row.js';
import { connectInput } from './pane/pane-input.js';
import type { PaneView } from './pane/pane-view.js';
import { PendingPhase, PhaseRow } from './phases/phase-row.js';
import type { RowContext } from './phases/row-context.js';
import type { LogTarget, TextSize } from './types.js';

interface LogPaneProps {
  parts: LogParts;
  context: RowContext;
  wrap: boolean;
  size: TextSize;
  target: LogTarget | undefined;
  errors: ReadonlySet<number>;
  /** Line of the hit that the find bar stands on, 0-based, -1 for none. */
  now: number;
  /** Names of phases that have not begun. */
  pending: readonly string[];
  onNumber(line: number, extend: boolean): void;
}

export function LogPane({ parts, context, wrap, size, target, errors, now, pending, onNumber }: LogPaneProps) {
  const view = useObservable(parts.pane.view);
  const refs = usePane(parts, wrap, size);
  const [full, setFull] = useState<ReadonlySet<number>>(new Set());
  const onClick = (event: MouseEvent): void => {
    const { number, more, fold, y } = partOf(event, refs.pane.current);
    if (number !== undefined) {
      event.preventDefault();
      onNumber(number, event.shiftKey);
    }
    if (more !== undefined) {
      setFull(new Set([...full, more]));
    }
    if (fold !== undefined) {
      parts.pane.toggle(fold, y);
    }
  };
  return (
    <div
      ref={refs.scroller}
      className={`sy-log-scroller${wrap ? ' sy-log-wrap' : ''}`}
      role="log"
      aria-live="off"
      aria-label={context.labels.log}
      tabIndex={0}
    >
      <div ref={refs.spacer} className="sy-log-spacer" style={sizesOf(view)}>
        <div ref={refs.pane} className="sy-log-pane" onClick={onClick}>
          <div ref={refs.block} className="sy-log-block">
            {view.rows.map((row) => (
              <LogRow
                key={row.line}
                row={row}
                context={context}
                target={target !== undefined && row.line >= target.from - 1 && row.line < target.to}
                error={errors.has(row.line + 1)}
                now={row.line === now}
                full={full.has(row.line)}
              />
            ))}
            {lastRowOf(view) >= view.count - 1 && (
              <>
                {view.open && <OpenRow line={view.open} number={view.total + 1} context={context} />}
                {pending.map((name) => (
                  <PendingPhase key={name} name={name} context={context} />
                ))}
              </>
            )}
          </div>
          {view.sticky >= 0 && (
            <PhaseRow line={view.sticky} open={parts.pane.space.folds.isOpen(view.sticky)} context={context} sticky />
          )}
        </div>
      </div>
    </div>
  );
}

function usePane(parts: LogParts, wrap: boolean, size: TextSize) {
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const block = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!scroller.current || !spacer.current || !pane.current || !block.current) {
      return undefined;
    }
    const elements = {
      scroller: scroller.current,
      spacer: spacer.current,
      pane: pane.current,
      block: block.current,
    };
    const detach = parts.pane.attach(elements);
    const disconnect = connectInput(parts.pane, elements);
    return () => {
      disconnect();
      detach();
    };
  }, [parts]);
  useLayoutEffect(() => {
    parts.pane.settle();
    parts.selection.project();
  });
  useEffect(() => {
    parts.pane.resetColumns();
  }, [parts, wrap, size]);
  return { scroller, spacer, pane, block };
}

/** Width of a digit in the numbers' column, and the least room the column has, in pixels. */
const DIGIT = 7.25;
const MIN_NUMBERS = 44;

function sizesOf(view: PaneView): CSSProperties {
  const numbers = Math.max(MIN_NUMBERS, Math.ceil(String(view.total).length * DIGIT) + 14);
  return { '--sy-log-numbers': `${numbers}px`, '--sy-log-columns': view.columns } as CSSProperties;
}

function lastRowOf(view: PaneView): number {
  return view.rows.at(-1)?.row ?? -1;
}

/** Part of the pane that was clicked; `y` is the place of a section's header under the top of the pane. */
function partOf(event: MouseEvent, pane: HTMLElement | null) {
  const element = event.target instanceof Element ? event.target : undefined;
  const numberOf = (key: 'number' | 'more' | 'fold'): number | undefined => {
    const found = element?.closest<HTMLElement>(`[data-${key}]`)?.dataset[key];
    return found === undefined ? undefined : Number(found);
  };
  const header = element?.closest('[data-fold]')?.getBoundingClientRect().top ?? 0;
  const y = header - (pane?.getBoundingClientRect().top ?? 0);
  return { number: numberOf('number'), more: numberOf('more'), fold: numberOf('fold'), y };
}
