import {
  isAssignable,
  isDecidable,
  LOG_PHASES,
  type LogPhase,
  type LogSection,
  type TaskPhase,
  type TaskStatus,
} from '@switchyard/contracts';

/** The times of a task's life that are stored with it. */
export interface TaskTimes {
  status: TaskStatus;
  created: Date;
  /** Since when the plan waits, or had waited, for a decision. */
  planned: Date | null;
  decided: Date | null;
  ended: Date | null;
}

/** The section lines of the task's log, and how many lines it has. */
export interface LogPhases {
  sections: readonly LogSection[];
  total: number;
}

/** A phase; `end` is null while it lasts. Lines are 0-based, null when the log has none of it. */
export interface Phase {
  type: TaskPhase;
  start: Date;
  end: Date | null;
  firstLine: number | null;
  lastLine: number | null;
}

interface Section {
  type: LogPhase;
  line: number;
  time: Date;
}

/** Part of the log that one attempt wrote: its sections, and the line behind its last one. */
interface AttemptPart {
  sections: Section[];
  end: number;
}

/**
 * The phases of a task, from the times of its life and the sections of its log. The wait for a runner is measured by the control plane,
 * what follows by the runner. Of attempts that were lost only the last one counts: the wait lasts until it was taken.
 */
export function taskPhases(task: TaskTimes, log: LogPhases): Phase[] {
  const { status, created, planned, decided, ended } = task;
  const [first, ...later] = attemptParts(log);
  if (planned === null) {
    return phasesOf(isAssignable(status) ? undefined : (later.at(-1) ?? first), created, ended);
  }
  const confirmation: Phase = {
    type: 'confirmation',
    start: planned,
    end: decided ?? ended,
    firstLine: null,
    lastLine: null,
  };
  const before = [...phasesOf(first, created, planned), confirmation];
  if (decided === null || isDecidable(status) || status === 'rejected') {
    return before;
  }
  return [...before, ...phasesOf(isAssignable(status) ? undefined : later.at(-1), decided, ended)];
}

/** Every attempt begins with the section `queue`. */
function attemptParts({ sections, total }: LogPhases): AttemptPart[] {
  const parts: AttemptPart[] = [];
  for (const section of sections.flatMap(toSection)) {
    const current = parts.at(-1);
    if (current && section.type !== 'queue') {
      current.sections.push(section);
      continue;
    }
    if (current) {
      current.end = section.line;
    }
    parts.push({ sections: [section], end: total });
  }
  return parts;
}

/** A phase that this version does not know belongs to the one before. */
function toSection({ line, time, text }: LogSection): Section[] {
  const name = text.split(' ', 1)[0];
  const type = LOG_PHASES.find((phase) => phase === name);
  return type ? [{ type, line, time: new Date(time) }] : [];
}

/** The wait from `from` on, and what the attempt did until `until`. Clocks of runners are not exact: no phase leaves that time or ends before it begins. */
function phasesOf(part: AttemptPart | undefined, from: Date, until: Date | null): Phase[] {
  const [queue, ...others] = part?.sections ?? [];
  const begins = [{ type: 'queue' as const, line: queue?.line ?? null, time: from }, ...others];
  let begin = from;
  return begins.map(({ type, line }, i) => {
    const next = begins[i + 1];
    const end = next ? earlier(next.time, until) : until;
    const phase = {
      type,
      start: begin,
      end: end && later(begin, end),
      firstLine: line,
      lastLine: line === null ? null : (next?.line ?? part?.end ?? line + 1) - 1,
    };
    begin = phase.end ?? begin;
    return phase;
  });
}

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);
const later = (one: Date, other: Date): Date => (one > other ? one : other);
