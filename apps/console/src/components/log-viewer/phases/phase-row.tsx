import { own } from '@switchyard/contracts';
import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons';
import { useNow } from '../../../lib/use-now.js';
import { PhaseIcon } from './phase-icon.js';
import { phaseEnd, phaseStateOf } from './phase-state.js';
import { timeText, type RowContext } from '../pane/row-context.js';
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
  section: Section;
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
        {open ? <CaretDownFilled /> : <CaretRightFilled />}
      </button>
      {context.time !== 'off' && <time className="sy-log-time">{timeText(context, section.time)}</time>}
      <span className="sy-log-phase-name">
        <PhaseIcon state={phaseStateOf(sections, index, outcome)} labels={labels} />
        <b>{name}</b>
        <span className="sy-log-detail">{section.detail}</span>
      </span>
      <PhaseDuration section={section} end={phaseEnd(sections, index, context.finishedAt)} context={context} />
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

function PhaseDuration({ section, end, context }: DurationProps) {
  if (section.time === 0) {
    return null;
  }
  if (end === undefined) {
    const lasting = context.outcome === 'running' || context.outcome === 'waiting';
    return lasting ? <LastingDuration section={section} context={context} /> : null;
  }
  return <Duration ms={end - section.time} context={context} />;
}

function LastingDuration({ section, context }: Omit<DurationProps, 'end'>) {
  return <Duration ms={useNow('second') - section.time} context={context} />;
}

function Duration({ ms, context }: { ms: number; context: RowContext }) {
  return <span className="sy-log-duration">{context.labels.duration(Math.max(0, ms))}</span>;
}
