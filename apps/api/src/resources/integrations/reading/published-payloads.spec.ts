import { describe, expect, it } from '@jest/globals';
import { senderPreset } from '@switchyard/contracts';
import { WorkBudget } from '../../../platform/workers/work-budget.js';
import { PUBLISHED_PUSHES } from '../../../testing/published-payloads.js';
import { idleWebhook } from './idle-webhook.js';
import { pullDelivery } from './pull-delivery.js';
import { changedPaths, pushedBranch } from './push-facts.js';
import { pushedCommit } from './pushed-commit.js';

const FORGES = ['gitlab', 'gitea', 'bitbucket', 'gogs', 'azure'] as const;

describe('a whole payload as a forge publishes it', () => {
  it.each(FORGES)('should be read as a push of %s, and as nothing else', (forge) => {
    const { document, event, branch, commit, paths } = PUBLISHED_PUSHES[forge];
    expect(pushedBranch(document)).toBe(branch);
    expect(pushedCommit(document)).toEqual(commit);
    expect([...(changedPaths(document, new WorkBudget({ steps: 1e6, kept: 0 })) ?? [])]).toEqual(paths);
    expect(idleWebhook({ headers: new Map(), document })).toBeNull();
    expect(pullDelivery(document, event)).toBeNull();
  });

  it.each(FORGES)('should hold the event that the choice of %s matches', (forge) => {
    const { document, event } = PUBLISHED_PUSHES[forge];
    const [ofEvent, ofBranch] = senderPreset(forge).matchers;
    expect(ofEvent?.value).toBe(event);
    expect(JSON.stringify(document)).toContain(`"${ofBranch?.value}`);
  });
});
