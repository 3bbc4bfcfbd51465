import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { FindBar } from './find/find-bar.js';
import { LogBody } from './log-body.js';
import { LogFoot } from './log-foot.js';
import './pane/log-lines.css';
import { createLogParts, type LogParts } from './log-parts.js';
import './phases/log-groups.css';
import './phases/log-phases.css';
import { LogTools } from './toolbar/log-tools.js';
import type { LogViewerProps } from './log-viewer-props.js';
import './log-viewer.css';
import type { LogStatus, LogStore } from './store/log-store.js';
import { useObservable } from './store/observable.js';
import type { RowContext } from './phases/row-context.js';
import { useCommands } from './toolbar/use-commands.js';
import { useCopy } from './toolbar/use-copy.js';
import { useCopyWhole } from './toolbar/use-copy-whole.js';
import { type LogView, useLogView } from './use-log-view.js';
import { useNarrow } from './toolbar/use-narrow.js';
import { useOpening } from './use-opening.js';
import { parsedLine } from './ansi/spans.js';
import type { LogLine } from './types.js';

/** The log of one task: its lines, live or complete, with find, folding phases, links to lines and copying. */
export function LogViewer(props: LogViewerProps) {
  const { labels } = props;
  const root = useRef<HTMLDivElement>(null);
  const [parts] = useState(() => createLogParts(props));
  const state = useObservable(parts.store.state);
  const finding = useObservable(parts.find.state);
  const narrow = useNarrow(root);
  const choice = useLogView({ initial: props.view, narrow, zones: props.zones, onChange: props.onViewChange });
  const commands = useCommands({ parts, root, props });
  useOpening(parts, props);
  useCopy(parts, labels);
  const clipboard = useCopyWhole(parts, props);
  useImperativeHandle(props.ref, () => ({
    focus: () => parts.pane.focus(),
    showLine: (line) => parts.pane.toLine(line - 1),
    showMatches: (q) => parts.find.showOnly(q),
  }));
  const { failures } = parts.store;
  const quiet = quietSince(props, state, parts);
  useFailures(props, failures);
  const context = useRowContext(props, parts, choice, finding.matcher);
  return (
    <div ref={root} className={`sy-log sy-log-${choice.size}${narrow ? ' sy-log-narrow' : ''}`}>
      <LogTools
        props={props}
        state={state}
        choice={choice}
        finding={finding.open}
        narrow={narrow}
        failures={failures}
        quietSince={narrow ? undefined : quiet}
        onLine={(line) => parts.pane.toLine(line - 1)}
        onFind={commands.toggleFind}
        {...clipboard}
      />
      {finding.open && (
        <FindBar
          find={parts.find}
          state={finding}
          labels={labels}
          openings={commands.openings}
          onClose={commands.closeFind}
        />
      )}
      <LogBody
        parts={parts}
        props={props}
        context={context}
        state={state}
        finding={finding}
        wrap={choice.wrap}
        size={choice.size}
        floating={!narrow}
        onNumber={commands.choose}
      />
      {narrow && <LogFoot pane={parts.pane} props={props} quietSince={quiet} />}
    </div>
  );
}

function useFailures({ onFailures }: LogViewerProps, failures: LogStore['failures']): void {
  useEffect(() => {
    onFailures?.(failures);
  }, [onFailures, failures]);
}

/** When the last line was written, while the tool runs and lines would arrive. */
function quietSince({ outcome }: LogViewerProps, { connection }: LogStatus, { store }: LogParts): number | undefined {
  return outcome === 'running' && connection === 'live'
    ? (store.openLine ?? store.get(store.total - 1))?.time
    : undefined;
}

function useRowContext(
  { labels, startedAt, finishedAt, phaseSpans, outcome, headings, linksIn: find }: LogViewerProps,
  { store }: LogParts,
  { time, zone }: LogView,
  matcher: RegExp | undefined,
): RowContext {
  const { sections } = store;
  const linksIn = useMemo(() => {
    const textOf = (line: LogLine | undefined): string | undefined => line && parsedLine(line).text;
    return find && ((line: number, text: string) => find(text, (lines) => textOf(store.get(line - lines))));
  }, [find, store]);
  return useMemo(
    () => ({ labels, time, zone, startedAt, finishedAt, phaseSpans, outcome, sections, matcher, headings, linksIn }),
    [labels, time, zone, startedAt, finishedAt, phaseSpans, outcome, sections, matcher, headings, linksIn],
  );
}
