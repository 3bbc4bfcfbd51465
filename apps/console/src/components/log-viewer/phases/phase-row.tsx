import { own } from '@switchyard/contracts';
import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons';
import { useNow } from '../../../lib/use-now.js';
import { PhaseIcon } from './phase-icon.js';
import { phaseEnd, phaseStatusOf } from './phase-status.js';
import { timeText, type RowContext } from './row-context.js';
import { sectionIndexAt, type Section } from './sections.js';

interface PhaseRowProps {
  /** The header's line, 0-based. */
  line: number;
  open: boolean;
  context: RowContext;
  target?: boolean;
  /** The copy that stays at the top of the pane is no row of the list. */
  sticky?: boolean;
}

interface DurationProps {
  /** Epoch milliseconds; 0 = not known. */
  start: number;
  end: number | undefined;
  context: RowContext;
}

export function PhaseRow({ line, open, context, target = false, sticky = false }: PhaseRowProps) {
  const { sections, labels, outcome } = context;
  const index = sectionIndexAt(sections, line);
  const section = sections[index];
  if (section?.line !== line) {
    return <div className="sy-log-row sy-log-phase" data-line={line} />;
  }
  const name = own(labels.phases, section.phase) ?? section.phase;
  return (
    <div
      className={`sy-log-row sy-log-phase${target ? ' sy-log-target' : ''}${sticky ? ' sy-log-sticky' : ''}`}
      data-fold={line}
      {...(sticky ? {} : { 'data-line': line })}
    >
      <button
        type="button"
        className="sy-log-fold"
        aria-expanded={open}
        aria-label={open ? labels.closeSection(name) : labels.openSection(name)}
      >
        {open ? <CaretDownFilled aria-hidden /> : <CaretRightFilled aria-hidden />}
      </button>
      {context.time !== 'off' && <time className="sy-log-time">{timeText(context, section.time)}</time>}
      <span className="sy-log-phase-name">
        <PhaseIcon state={phaseStatusOf(sections, index, outcome)} labels={labels} />
        <b>{name}</b>
        <span className="sy-log-detail">{section.detail}</span>
      </span>
      <PhaseDuration {...spanOf(context, section, index)} context={context} />
    </div>
  );
}

/** A phase that has not begun. */
export function PendingPhase({ name, context }: { name: string; context: RowContext }) {
  return (
    <div className="sy-log-row sy-log-phase sy-log-pending">
      <span className="sy-log-fold" />
      {context.time !== 'off' && <span className="sy-log-time" />}
      <span className="sy-log-phase-name">{name}</span>
    </div>
  );
}

/** As the server measured it, otherwise from its line to the next one's. */
function spanOf({ sections, finishedAt, phaseSpans }: RowContext, section: Section, index: number) {
  const span = phaseSpans?.get(section.line);
  return { start: span?.start ?? section.time, end: span?.end ?? phaseEnd(sections, index, finishedAt) };
}

function PhaseDuration({ start, end, context }: DurationProps) {
  if (start === 0) {
    return null;
  }
  if (end === undefined) {
    const lasting = context.outcome === 'running' || context.outcome === 'waiting';
    return lasting ? <LastingDuration start={start} context={context} /> : null;
  }
  return <Duration ms={end - start} context={context} />;
}

function LastingDuration({ start, context }: Omit<DurationProps, 'end'>) {
  return <Duration ms={useNow('second') - start} context={context} />;
}

function Duration({ ms, context }: { ms: number; context: RowContext }) {
  return <span className="sy-log-duration">{context.labels.duration(Math.max(0, ms))}</span>;
}
