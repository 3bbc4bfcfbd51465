import { serveBounded } from '../../../platform/workers/serve-jobs.js';
import { judgeWebhook } from './judge-webhook.js';

serveBounded(judgeWebhook);
