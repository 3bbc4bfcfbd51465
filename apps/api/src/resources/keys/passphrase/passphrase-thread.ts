import type { PassphraseTest } from '@switchyard/contracts';
import { serveJobs } from '../../../platform/workers/serve-jobs.js';
import { passphraseOpens } from './passphrase-opens.js';

serveJobs<PassphraseTest, boolean | null>(passphraseOpens);
