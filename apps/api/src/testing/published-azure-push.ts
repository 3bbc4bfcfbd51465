import type { PublishedPayload } from './published-payloads.js';

const [AFTER, BEFORE] = ['33b55f7cb7e7e245323987634f960cf4a6e6bc74', '95790bf891e76fee5e1747ab589903a6a1f80f22'];
const AZURE_PROJECT = 'https://dev.azure.example/ops/_apis/git/repositories/278d5cd2-584d-4b63-824a-2ba458937249';

export const AZURE_PUSH: PublishedPayload = {
  source: 'learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.push',
  event: 'git.push',
  document: {
    subscriptionId: '00000000-0000-0000-0000-000000000000',
    notificationId: 18,
    id: '03c164c2-8912-4d5e-8009-3707d5f83734',
    eventType: 'git.push',
    publisherId: 'tfs',
    message: { text: 'Ada pushed updates to site:main.', html: 'Ada', markdown: 'Ada' },
    detailedMessage: { text: 'Ada pushed 1 commit to branch main.', html: 'Ada', markdown: 'Ada' },
    resource: {
      commits: [
        {
          commitId: AFTER,
          author: { name: 'Ada', email: 'ada@example.test', date: '2026-02-25T19:01:00Z' },
          committer: { name: 'Ada', email: 'ada@example.test', date: '2026-02-25T19:01:00Z' },
          comment: 'Fixed bug in web.config file',
          url: `${AZURE_PROJECT}/commits/${AFTER}`,
        },
      ],
      refUpdates: [{ name: 'refs/heads/main', oldObjectId: BEFORE, newObjectId: AFTER }],
      repository: {
        id: '278d5cd2-584d-4b63-824a-2ba458937249',
        name: 'site',
        url: AZURE_PROJECT,
        project: { id: '6ce954b1-ce1f-45d1-b94d-e6bf2464ba2c', name: 'ops', state: 'wellFormed' },
        defaultBranch: 'refs/heads/main',
        remoteUrl: 'https://dev.azure.example/ops/_git/site',
      },
      pushedBy: {
        id: '00067FFED5C7AF52@Live.com',
        displayName: 'Ada',
        uniqueName: 'Windows Live ID\\ada@example.test',
      },
      pushId: 14,
      date: '2026-05-02T19:17:13.3309587Z',
      url: `${AZURE_PROJECT}/pushes/14`,
    },
    resourceVersion: '1.0',
    resourceContainers: {
      collection: { id: 'c12d0eb8-e382-443b-9f9c-c52cba5014c2' },
      account: { id: 'f844ec47-a9db-4511-8281-8b63f4eaf94e' },
      project: { id: 'be9b3917-87e6-42a4-a549-2bc06a7a878f' },
    },
    createdDate: '2026-07-06T17:59:44.4230316Z',
  },
  branch: 'main',
  commit: {
    hash: AFTER,
    message: 'Fixed bug in web.config file',
    author: 'Ada',
    url: `https://dev.azure.example/ops/_git/site/commit/${AFTER}`,
  },
  paths: [],
};
