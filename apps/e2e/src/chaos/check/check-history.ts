import type { History, Violation } from '../history/history.js';
import { checkAcceptance } from './acceptance.js';
import { checkFairness } from './fairness.js';
import { checkIsolation } from './isolation.js';
import { checkLeases } from './leases.js';
import { checkLimits } from './limits.js';
import { checkLogs } from './logs.js';
import { checkPlans } from './plans.js';
import { checkStatuses } from './statuses.js';

const CHECKS = [
  checkLeases,
  checkStatuses,
  checkLogs,
  checkAcceptance,
  checkLimits,
  checkFairness,
  checkPlans,
  checkIsolation,
];

/** Every promise that the history breaks. Promise 6 does not apply: there are no schedules yet. */
export const checkHistory = (history: History): Violation[] => CHECKS.flatMap((check) => check(history));
