import { serveBounded } from '../../workers/serve-jobs.js';
import { viewState } from './view-state.js';

serveBounded(viewState);
