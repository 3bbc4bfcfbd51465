import { serveJobs } from '../../platform/workers/serve-jobs.js';
import { searchChunks } from './search-chunks.js';
import type { SearchJob, SearchPart } from './search-job.js';

serveJobs<SearchJob, SearchPart>((job) => searchChunks(job));
