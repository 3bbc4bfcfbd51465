import { BASE, HEAD, type PublishedPull } from './published-pull.js';

const ROOT = 'https://dev.azure.example/ops';
const REPOSITORY = `${ROOT}/_apis/git/repositories/4bc14d40-c903-45e2-872e-0462c7748079`;
const commit = (commitId: string) => ({ commitId, url: `${REPOSITORY}/commits/${commitId}` });
const said = (text: string) => ({ text, html: text, markdown: text });

const ada = {
  id: '54d125f7-69f7-4191-904f-c5b96b6261c8',
  displayName: 'Ada',
  uniqueName: 'ada@example.test',
  url: `${ROOT}/_apis/Identities/54d125f7-69f7-4191-904f-c5b96b6261c8`,
  imageUrl: `${ROOT}/_api/_common/identityImage?id=54d125f7-69f7-4191-904f-c5b96b6261c8`,
};

/** New commits were pushed to a pull request of a branch. */
export const AZURE_PULL: PublishedPull = {
  source:
    'learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.pullrequest.updated (GitPullRequest of the REST documents for the members)',
  event: 'git.pullrequest.updated',
  document: {
    subscriptionId: '00000000-0000-0000-0000-000000000000',
    notificationId: 22,
    id: 'af07be1b-f3ad-44c8-a7f1-c4835f2df06b',
    eventType: 'git.pullrequest.updated',
    publisherId: 'tfs',
    scope: 'all',
    message: said('Ada updated the source branch of pull request 9'),
    detailedMessage: said('Ada updated the source branch of pull request 9'),
    resource: {
      repository: {
        id: '4bc14d40-c903-45e2-872e-0462c7748079',
        name: 'site',
        url: REPOSITORY,
        project: {
          id: '6ce954b1-ce1f-45d1-b94d-e6bf2464ba2c',
          name: 'ops',
          url: `${ROOT}/_apis/projects/6ce954b1-ce1f-45d1-b94d-e6bf2464ba2c`,
          state: 'wellFormed',
        },
        defaultBranch: 'refs/heads/main',
        remoteUrl: `${ROOT}/_git/site`,
      },
      pullRequestId: 9,
      codeReviewId: 9,
      status: 'active',
      createdBy: ada,
      creationDate: '2026-06-17T16:55:46.589889Z',
      title: 'Add a bucket',
      description: ' - one for pictures\r\n',
      sourceRefName: 'refs/heads/bucket',
      targetRefName: 'refs/heads/main',
      mergeStatus: 'succeeded',
      isDraft: false,
      mergeId: 'a10bb228-6ba6-4362-abd7-49ea21333dbd',
      lastMergeSourceCommit: commit(HEAD),
      lastMergeTargetCommit: commit(BASE),
      lastMergeCommit: commit('eef717f69257a6333f221566c1c987dc94cc0d72'),
      reviewers: [{ ...ada, reviewerUrl: null, vote: 0, isContainer: true }],
      commits: [commit(HEAD)],
      url: `${REPOSITORY}/pullRequests/9`,
    },
    resourceVersion: '1.0',
    resourceContainers: {
      collection: { id: 'c12d0eb8-e382-443b-9f9c-c52cba5014c2' },
      account: { id: 'f844ec47-a9db-4511-8281-8b63f4eaf94e' },
      project: { id: 'be9b3917-87e6-42a4-a549-2bc06a7a878f' },
    },
    createdDate: '2026-06-17T17:03:27.2813828Z',
  },
  pull: {
    number: 9,
    title: 'Add a bucket',
    url: `${ROOT}/_git/site/pullrequest/9`,
    fork: false,
    author: { name: 'Ada', known_by: [ada.id] },
  },
  branch: 'bucket',
  target: 'main',
  commit: HEAD,
  hasNewHead: true,
  closed: false,
  merged: null,
  changed: new Date('2026-06-17T17:03:27.281Z'),
  shown: null,
};
