import { serveBounded } from '../../../platform/workers/serve-jobs.js';
import { boxWork } from './box-work.js';

serveBounded(boxWork);
