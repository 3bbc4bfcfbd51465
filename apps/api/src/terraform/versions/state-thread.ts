import { serveBounded } from '../../platform/workers/serve-jobs.js';
import { viewState } from './view-state.js';

serveBounded(viewState);
