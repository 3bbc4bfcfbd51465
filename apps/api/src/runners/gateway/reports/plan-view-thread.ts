import { serveBounded } from '../../../platform/workers/serve-jobs.js';
import { readPlanView } from './plan-view-work.js';

serveBounded(readPlanView);
