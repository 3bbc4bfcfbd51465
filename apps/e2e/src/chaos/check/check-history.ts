import type { History, Violation } from '../history/history.js';
import { checkAcceptance } from './acceptance.js';
import { checkApplied } from './applied.js';
import { checkCommits } from './commits.js';
import { checkDeliveries } from './deliveries.js';
import { checkFairness } from './fairness.js';
import { checkIsolation } from './isolation.js';
import { checkLeases } from './leases.js';
import { checkLimits } from './limits.js';
import { checkLogs } from './logs.js';
import { checkDueTimes } from './due-times.js';
import { checkPlans } from './plans.js';
import { checkStates } from './states.js';
import { checkStatuses } from './statuses.js';

const CHECKS = [
  checkLeases,
  checkStatuses,
  checkLogs,
  checkAcceptance,
  checkLimits,
  checkFairness,
  checkDueTimes,
  checkDeliveries,
  checkCommits,
  checkPlans,
  checkIsolation,
  checkStates,
  checkApplied,
];

/** Every promise that the history breaks. */
export const checkHistory = (history: History): Violation[] => CHECKS.flatMap((check) => check(history));
