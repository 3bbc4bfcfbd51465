import { serveBounded } from '../../../platform/workers/serve-jobs.js';
import { splitDocument } from './split-document.js';

serveBounded(splitDocument);
