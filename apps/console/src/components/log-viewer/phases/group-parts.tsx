import { CaretDownFilled, CaretRightFilled } from '@ant-design/icons';
import type { GroupCounts, LogGroup } from '@switchyard/contracts';
import type { LogLabels } from '../labels.js';
import type { RowContext } from './row-context.js';
import { type GroupBody, isBadGroup } from './groups.js';
import { PhaseIcon } from './phase-icon.js';

const chips: readonly { state: keyof GroupCounts; tone: string }[] = [
  { state: 'ok', tone: 'green' },
  { state: 'changed', tone: 'gold' },
  { state: 'skipped', tone: 'grey' },
  { state: 'ignored', tone: 'grey' },
  { state: 'failed', tone: 'red' },
  { state: 'unreachable', tone: 'red' },
];

export function GroupFold({ group: { group }, open, labels }: { group: GroupBody; open: boolean; labels: LogLabels }) {
  const name = group.name || group.kind;
  return (
    <button
      type="button"
      className="sy-log-group-fold"
      data-fold={group.line}
      aria-expanded={open}
      aria-label={open ? labels.closeSection(name) : labels.openSection(name)}
    >
      {open ? <CaretDownFilled aria-hidden /> : <CaretRightFilled aria-hidden />}
    </button>
  );
}

/** How a task of Ansible stands. */
export function GroupIcon({ body: { group, endTime }, context }: { body: GroupBody; context: RowContext }) {
  if (group.kind !== 'task' && group.kind !== 'handler') {
    return null;
  }
  const lasts = endTime === undefined && context.outcome === 'running';
  return <PhaseIcon state={isBadGroup(group) ? 'failed' : lasts ? 'running' : 'success'} labels={context.labels} />;
}

/** How many hosts left it how. */
export function GroupChips({ group: { counts }, labels }: { group: LogGroup; labels: LogLabels }) {
  return chips.map(({ state, tone }) =>
    counts[state] > 0 ? (
      <span key={state} className="sy-log-chip" data-tone={tone}>
        {labels.counts(state, counts[state])}
      </span>
    ) : null,
  );
}

export function GroupDuration({ body: { group, endTime }, context }: { body: GroupBody; context: RowContext }) {
  const end = endTime ?? context.finishedAt;
  return group.kind === 'recap' || group.time === 0 || end === undefined ? null : (
    <span className="sy-log-duration">{context.labels.duration(Math.max(0, end - group.time))}</span>
  );
}
