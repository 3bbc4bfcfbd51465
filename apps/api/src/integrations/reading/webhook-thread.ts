import { serveBounded } from '../../workers/serve-jobs.js';
import { judgeWebhook } from './judge-webhook.js';

serveBounded(judgeWebhook);
