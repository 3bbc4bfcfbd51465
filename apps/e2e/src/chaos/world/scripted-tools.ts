import type { Assignment, ScriptedTool } from '@switchyard/testing';
import type { Random } from '../random.js';

/** Share of the tools that fail, ignore a stop, or take long. */
const FAILING = 0.1;
const STUBBORN = 0.1;
const LONG = 0.03;

/** The bytes of the plan that an attempt makes. */
const planOf = (attemptId: number): Buffer => Buffer.from(`the plan of attempt ${attemptId}`);

/** Tools that print, take their time, fail and disobey. Those of planned apps leave a plan. */
export function scriptedTools(random: Random, longestMs: number): (assignment: Assignment) => ScriptedTool {
  return (assignment) => ({
    lines: random.whole(0, 60),
    durationMs: random.chance(LONG) ? random.between(longestMs / 2, longestMs) : random.between(0, 2_500),
    outcome: random.chance(FAILING) ? 'error' : 'success',
    ignoresStop: random.chance(STUBBORN),
    ...(assignment.open().planning ? { plan: planOf(assignment.attempt) } : {}),
  });
}
