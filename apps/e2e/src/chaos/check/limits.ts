import type { History, HistoryAttempt, Violation } from '../history/history.js';

const ENDS = new Set(['planned', 'requeued', 'finished']);

interface Limit {
  what: string;
  /** 0 = none. */
  most: number;
}

/** Promise 5: the limits of project and runner, and templates that run one task at a time, hold at every moment. */
export function checkLimits(history: History): Violation[] {
  const attempts = new Map(history.attempts.map((attempt) => [attempt.id, attempt]));
  const active = new Map<string, Set<number>>();
  const violations: Violation[] = [];
  for (const { attemptId, kind } of history.events) {
    const attempt = attempts.get(attemptId ?? 0);
    if (!attempt) {
      continue;
    }
    for (const { what, most } of limitsOf(history, attempt)) {
      const holding = active.get(what) ?? new Set<number>();
      active.set(what, holding);
      if (ENDS.has(kind)) {
        holding.delete(attempt.id);
      } else if (kind === 'assigned' && holding.add(attempt.id).size > most) {
        const text = `${what} had ${holding.size} attempts (${[...holding].join(', ')}), its limit is ${most}`;
        violations.push({ promise: 5, taskId: attempt.taskId, text });
      }
    }
  }
  return violations;
}

function limitsOf({ limits }: History, { projectId, runnerId, templateId }: HistoryAttempt): Limit[] {
  const { projects, runners, exclusiveTemplates } = limits;
  return [
    { what: `project ${projectId}`, most: projects.get(projectId) ?? 0 },
    { what: `runner ${runnerId}`, most: runners.get(runnerId) ?? 0 },
    { what: `template ${templateId}`, most: exclusiveTemplates.has(templateId) ? 1 : 0 },
  ].filter(({ most }) => most > 0);
}
