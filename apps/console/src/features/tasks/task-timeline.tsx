import { useTranslation } from 'react-i18next';
import { elapsedMs } from '../../lib/duration-text.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import type { TimelineStage } from './stage-statuses.js';
import './task-timeline.css';

interface TaskTimelineProps {
  stages: readonly TimelineStage[];
  onLine: (line: number) => void;
}

/** Where the time of the task went: its phases in order, each as wide as it lasted as far as its words leave room. */
export function TaskTimeline({ stages, onLine }: TaskTimelineProps) {
  const { t } = useTranslation();
  if (stages.length < 2) {
    return null;
  }
  return (
    <ol className="sy-timeline" aria-label={t('log.timeline')}>
      {stages.map((stage, i) => (
        <li key={i} data-state={stage.state} style={{ flexGrow: shareOf(stage) }}>
          <Stage stage={stage} onLine={onLine} />
        </li>
      ))}
    </ol>
  );
}

function Stage({
  stage: { type, state, start, end, line },
  onLine,
}: Omit<TaskTimelineProps, 'stages'> & { stage: TimelineStage }) {
  const { t } = useTranslation();
  const words = (
    <>
      <span>{t(`log.stages.${type}`)}</span>
      <HiddenText text={t(`log.phaseStates.${state}`)} />
      <span className="sy-timeline-time">
        <LiveDuration start={start} end={end} />
      </span>
    </>
  );
  return line === null ? (
    <span className="sy-timeline-stage">{words}</span>
  ) : (
    <button type="button" className="sy-timeline-stage" onClick={() => onLine(line)}>
      {words}
    </button>
  );
}

/** Seconds; a phase that lasts has the least share. */
const shareOf = ({ start, end }: TimelineStage): number =>
  Math.max(1, (elapsedMs(start, end, Date.parse(start)) ?? 0) / 1_000);
