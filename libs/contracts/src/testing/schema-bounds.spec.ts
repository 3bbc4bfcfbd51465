import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';
import { Dictionary, JsonValue } from '../primitives/bounded.js';
import { largestJson } from './largest-json.js';
import { unboundedParts } from './schema-bounds.js';

/** Written by the control plane alone, from what it checked when that came in; nobody sends them to it. */
const ANSWERS = new Set<string>([
  'AccessGrant',
  'ActiveTask',
  'AlertBody',
  'AlertChannel',
  'AlertDelivery',
  'AlertFacts',
  'AlertOutcome',
  'AlertStatus',
  'ApiToken',
  'App',
  'AppliedChange',
  'ApplyPreview',
  'AuditActions',
  'AuditBatch',
  'AuditReceiver',
  'DeviceLogin',
  'DeviceLoginToken',
  'DoctorReport',
  'Finding',
  'GivenSetting',
  'AuditRecord',
  'AuditValues',
  'Backup',
  'BillingProject',
  'BranchListing',
  'CheckAnswer',
  'Credential',
  'GithubAppCredential',
  'ManagedResource',
  'ProjectSync',
  'StoredCredential',
  'CurrentUser',
  'CommitStatusFacts',
  'DeliveryError',
  'Directions',
  'EnabledTotp',
  'Environment',
  'EnvironmentSecret',
  'ErrorBody',
  'Event',
  'ExtractedValue',
  'ExtractedVariable',
  'FinishAnswer',
  'ForgeAccount',
  'GitRepository',
  'Health',
  'HeartbeatAnswer',
  'Ignored',
  'InfoAnswer',
  'InstallationOptions',
  'Integration',
  'IntegrationAlias',
  'IntegrationAnswer',
  'IntegrationDelivery',
  'GivenIdTokens',
  'IdTokensAnswer',
  'IntegrationPartReferences',
  'IntegrationReferences',
  'ImportedTasks',
  'ImportedUsers',
  'Inventory',
  'Job',
  'JobCommand',
  'JobReview',
  'LinkedForgeAccount',
  'JobInventory',
  'JobParams',
  'JobPlan',
  'JobPlanning',
  'JobRepository',
  'JobState',
  'JobVault',
  'Key',
  'ListingAnswer',
  'LogAnswer',
  'LogBatch',
  'LogFailure',
  'LogGroup',
  'LogArchiveCheck',
  'LogLines',
  'LogLink',
  'LogMessage',
  'LogOutline',
  'LogSearchResult',
  'LogSection',
  'LoginData',
  'MaskedPlaces',
  'Matcher',
  'MatcherVerdict',
  'MinimalUser',
  'NamedOutput',
  'NewLicenseKey',
  'NewLogLink',
  'NodeDecision',
  'NodeRun',
  'ObjectReferences',
  'OfferedState',
  'OidcProviderButton',
  'OpenLine',
  'Payment',
  'PlanFileAnswer',
  'PollAnswer',
  'Project',
  'ProjectFileSchema',
  'ProjectReadiness',
  'ProjectRole',
  'ProjectUser',
  'PullRequest',
  'PullRequestCommentFacts',
  'ReadyRunner',
  'RegisterAnswer',
  'RegistrationToken',
  'RegistrationTokenWithSecret',
  'ReservedJob',
  'RestorePreview',
  'RestoredProject',
  'Runner',
  'RunnerCache',
  'RunnerCaches',
  'RunnerDelivery',
  'RunnerTagCount',
  'RunnerNotificationBody',
  'RunnerWithSecrets',
  'Schedule',
  'ScheduleCheck',
  'ScheduleForecast',
  'ScheduleRun',
  'SealedBackup',
  'SealedJob',
  'SealedListing',
  'SentActivity',
  'SentIssue',
  'SharedLog',
  'ShownLaunchParams',
  'ShownTaskParams',
  'ShownTemplateParams',
  'Subscription',
  'SyncFault',
  'SystemInfo',
  'Task',
  'TaskError',
  'TaskReview',
  'TaskHost',
  'TaskLogMatch',
  'TaskOutput',
  'TaskRepository',
  'TaskSnapshot',
  'TaskStage',
  'TaskUpdate',
  'TaskWithTemplate',
  'Template',
  'TemplateLogMatches',
  'TemplateVault',
  'TerraformAlias',
  'TerraformLock',
  'TerraformLockState',
  'TerraformState',
  'TerraformStateContent',
  'TerraformStateDifference',
  'User',
  'VariableRule',
  'View',
  'WaitingDeviceLogin',
  'WaitingFor',
  'WaitingReason',
  'WantedTag',
  'NotificationAnswer',
  'NotificationSecret',
  'WebhookTrialAnswer',
  'Workflow',
  'WorkflowRun',
  'WorkflowRunDetails',
]);

const schemas = Object.entries<unknown>(contracts).flatMap(([name, value]): [string, z.ZodType][] =>
  value instanceof z.ZodType ? [[name, value]] : [],
);

describe('every schema of the contracts', () => {
  it.each(schemas.filter(([name]) => !ANSWERS.has(name)))(
    '%s should bound its texts, lists and objects',
    (name, schema) => {
      expect(unboundedParts(schema, name)).toEqual([]);
    },
  );

  it('should be excused by its name alone, and only if it needs that', () => {
    const open = schemas.filter(([name, schema]) => unboundedParts(schema, name).length > 0).map(([name]) => name);
    expect([...ANSWERS].sort()).toEqual(open.sort());
  });
});

describe('unboundedParts', () => {
  const text = z.string().max(9);
  const lazy: z.ZodType = z.lazy(() => z.object({ name: z.string(), next: lazy.optional() }));

  it.each<[string, z.ZodType, string[]]>([
    ['a text', z.object({ a: z.string() }), ['x.a: text without a bound']],
    ['a text with a pattern alone', z.string().regex(/^a*$/), ['x: text without a bound']],
    ['an address', z.email(), ['x: text without a bound']],
    ['a list', z.array(text), ['x: list without a bound']],
    ['an element', z.array(z.array(z.string())).max(3), ['x: list without a bound', 'x: text without a bound']],
    ['a record', z.record(text, text), ['x: object with any number of members']],
    ['a name in a record', Dictionary(z.string(), { max: 2, nameLength: 3 }), ['x: text without a bound']],
    ['an open object', z.looseObject({}), ['x: object with any number of members', 'x: value of any size']],
    ['anything', z.unknown().optional(), ['x: value of any size']],
    ['a branch', z.union([text, z.object({ a: z.string() })]), ['x.a: text without a bound']],
    [
      'a kind',
      z.discriminatedUnion('t', [z.object({ t: z.literal(1), a: z.string() })]),
      ['x.a: text without a bound'],
    ],
    ['what is transformed', z.string().transform(Number), ['x: text without a bound']],
    [
      'what is refined',
      z
        .string()
        .refine(() => true)
        .nullish(),
      ['x: text without a bound'],
    ],
    ['what a pipe leads to', text.transform((t) => t.split('')).pipe(z.array(text)), ['x: list without a bound']],
    ['what is prepared', z.preprocess(String, z.string()), ['x: text without a bound']],
    ['a default', z.string().default(''), ['x: text without a bound']],
    ['what stands in for a fault', z.string().catch(''), ['x: text without a bound']],
    ['both sides', z.intersection(z.object({ a: z.string() }), z.object({})), ['x.a: text without a bound']],
    ['the rest of a tuple', z.tuple([text], text), ['x: tuple with any number of members']],
    ['what refers to itself', lazy, ['x.name: text without a bound']],
    ['an unknown kind', z.map(text, text), ['x: map is not known to this walk']],
  ])('should find %s without a bound', (_, schema, parts) => {
    expect(unboundedParts(schema, 'x')).toEqual(parts);
  });

  it.each<[string, z.ZodType]>([
    ['formats of fixed length', z.object({ a: z.uuid(), b: z.iso.datetime(), c: z.iso.date() })],
    ['a format of a bounded text', text.pipe(z.email())],
    ['a switch in a query', z.string().max(5).pipe(z.stringbool()).default(false)],
    ['a dictionary', Dictionary(text, { max: 2, nameLength: 3 }).nullish()],
    ['a record of listed names', z.record(z.enum(['a', 'b']), text)],
    ['a JSON value', z.object({ a: JsonValue(100).optional() })],
    ['scalars', z.tuple([z.int(), z.boolean(), z.null(), z.literal('a'), z.enum(['a']), z.coerce.number()])],
  ])('should be content with %s', (_, schema) => {
    expect(unboundedParts(schema, 'x')).toEqual([]);
  });
});

describe('lists, dictionaries and values', () => {
  const untouched = z.unknown().refine(() => {
    throw new Error('was looked at');
  });

  it('should be refused by their size before anything in them is looked at', () => {
    const million = Array.from({ length: 1_000_000 }, () => 'x');
    const message = 'must have at most 3 members';
    expect(z.array(untouched).max(3).safeParse(million).error?.issues).toMatchObject([{ code: 'too_big' }]);
    const dictionary = Dictionary(untouched, { max: 3, nameLength: 9 });
    expect(dictionary.safeParse({ ...million.slice(0, 4) }).error?.issues).toMatchObject([{ message }]);
  });

  it('should take what is within the bounds', () => {
    const dictionary = Dictionary(JsonValue(9), { max: 2, nameLength: 3 });
    expect(dictionary.parse({ a: [1, 2], b: 'x' })).toEqual({ a: [1, 2], b: 'x' });
    expect(dictionary.safeParse({ abcd: 1 }).success).toBe(false);
    expect(dictionary.safeParse({ a: 'x'.repeat(8) }).success).toBe(false);
    expect(dictionary.safeParse('text').success).toBe(false);
  });
});

describe('largestJson', () => {
  it.each<[z.ZodType, unknown]>([
    [z.string().max(5), 'abcde'],
    [z.array(z.string().max(1)).max(3), ['a', 'b', 'c']],
    [z.object({ ab: z.string().max(2).nullish(), c: JsonValue(4) }), { ab: 'xy', c: 1234 }],
    [z.union([z.string().max(1), z.string().max(7)]), 'abcdefg'],
    [Dictionary(z.string().max(1), { max: 2, nameLength: 2 }), { aa: 'x', bb: 'y' }],
    [z.string().max(4).transform(Number), '1234'],
  ])('should cover the longest value', (schema, value) => {
    const { length } = JSON.stringify(value);
    expect(schema.safeParse(value).success).toBe(true);
    expect(largestJson(schema)).toBeGreaterThanOrEqual(length);
    expect(largestJson(schema)).toBeLessThan(length + 20);
  });
});
