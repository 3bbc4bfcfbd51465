import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { problem, sentenceOf } from '@switchyard/contracts';
import { SUCCESS_RESPONSE } from '@switchyard/server';
import { filledProject, type ObjectIds } from '../testing/filled-project.js';
import { RESOURCES } from '../definitions/all-resources.js';
import { foreignColumns } from '../definitions/foreign-columns.js';
import { everyRoute, type Route } from '../testing/routes.js';
import {
  bodyOf,
  call,
  knock,
  startMatrixFixture,
  type MatrixFixture,
} from '../testing/permission-matrix/matrix-fixture.js';
import {
  ACTORS,
  parametersOf,
  placesOf,
  verdictOf,
  type Actor,
  type Place,
  type Verdict,
} from '../testing/permission-matrix/verdicts.js';

/** Routes that administrators alone may use although the guard lets others in: those get 401. */
const REFUSED_BY_THE_HANDLER = new Set([
  'BackupController.plan',
  'BackupController.restore',
  'ProjectsController.create',
  'TasksController.remove',
  'TotpController.enable',
  'TotpController.confirm',
  'TotpController.qrCode',
  'TotpController.disable',
  'UsersController.create',
  'UserImportController.import',
  'UsersController.update',
  'UsersController.remove',
  'UsersController.setPassword',
]);
/** Calls that end the project, the membership or the session they are made with: each gets a world of its own. */
const ENDING = new Set(['ProjectsController.remove', 'MembersController.leave', 'LoginController.logout']);

/** Single things of the installation that it need not have: 404. */
const MAY_BE_ABSENT = new Set(['SubscriptionController.read']);

const routes = everyRoute();
const titled = routes.map((route) => [route.method, route.path, route] as const);
const checked = new Set<string>();
let fixture: MatrixFixture;

beforeAll(async () => {
  fixture = await startMatrixFixture();
});
afterAll(() => fixture.test.close());

function expectedOf(route: Route, actor: Actor, place: Place): Verdict {
  const verdict = verdictOf(route, actor, place);
  return verdict === 'passes' && actor !== 'admin' && REFUSED_BY_THE_HANDLER.has(route.name) ? 401 : verdict;
}

const cellsOf = (route: Route) =>
  placesOf(route).flatMap((place) =>
    ACTORS.map((actor) => ({ actor, place, expected: expectedOf(route, actor, place), ids: idsOf(place) })),
  );

const idsOf = (place: Place): ObjectIds => (place === 'foreign' ? fixture.foreign : fixture.own);

const cookieOf = (actor: Actor): string => fixture.cookies.get(actor) ?? '';

const note = (route: Route, actor: Actor, place: Place): void => {
  checked.add(`${route.method} ${route.path} ${route.name} ${actor} ${place}`);
};

/** Bodies of refusals by a guard, which are the same whatever the route has. */
const REFUSALS = [
  '',
  ...(['not_signed_in', 'not_allowed', 'not_found'] as const).map((code) =>
    JSON.stringify({ error: sentenceOf(problem(code)), code, params: {} }),
  ),
];

describe.each(titled)('%s %s', (_method, _path, route) => {
  it('should refuse whom its rule does not admit, with nothing but a code, and change nothing', async () => {
    const before = await fixture.state.read();
    for (const { actor, place, expected, ids } of cellsOf(route).filter(
      ({ expected: verdict }) => verdict !== 'passes',
    )) {
      const reply = await call(fixture, route, { cookie: cookieOf(actor), ids, body: bodyOf(route, ids) });
      const refusal = route.rule?.kind === 'runner' ? '' : reply.text;
      expect([actor, place, reply.status]).toEqual([actor, place, expected]);
      expect(REFUSALS).toContain(refusal);
      note(route, actor, place);
    }
    expect(await fixture.state.read()).toEqual(before);
  });

  it('should let everybody else in', async () => {
    for (const { actor, place, ids } of cellsOf(route).filter(({ expected }) => expected === 'passes')) {
      const reply = ENDING.has(route.name)
        ? await callOnce(route, actor, place)
        : await call(fixture, route, { cookie: cookieOf(actor), ids: onlyProject(ids), body: bodyOf(route, ids) });
      expect([actor, place, isLetIn(route, reply.status)]).toEqual([actor, place, true]);
      note(route, actor, place);
    }
  });
});

const onlyProject = ({ projectId }: ObjectIds): Partial<ObjectIds> => ({ projectId });

/** A list answers; what names an object that does not exist may answer 404, and an incomplete body 400. */
function isLetIn({ method, path, rule, name }: Route, status: number): boolean {
  if (rule?.kind === 'public') {
    return status < 500;
  }
  const isList = method === 'GET' && !/:(?!projectId)/.test(path);
  return isList && !MAY_BE_ABSENT.has(name) ? status === 200 : status < 500 && status !== 401 && status !== 403;
}

/** The call of a new account in a new project. */
async function callOnce(route: Route, actor: Actor, place: Place) {
  const { test } = fixture;
  const [own, foreign] = [await filledProject(test.dataSource), await filledProject(test.dataSource)];
  const cookie = await knock(test, actor, own.projectId);
  return call(fixture, route, { cookie, ids: place === 'foreign' ? foreign : own, body: undefined });
}

const nested = routes.flatMap((route) =>
  parametersOf(route).includes('projectId')
    ? parametersOf(route)
        .filter((name) => name !== 'projectId')
        .map((name) => [route.method, route.path, name, route] as const)
    : [],
);

const mayCallAll = ({ name }: Route): Actor[] => (REFUSED_BY_THE_HANDLER.has(name) ? ['admin'] : ['owner', 'admin']);

describe.each(nested)('%s %s', (_method, _path, name, route) => {
  it(`should answer 404 when ${name} is of another project, and change nothing`, async () => {
    const { own, foreign, state } = fixture;
    const id = foreign[name as keyof ObjectIds];
    expect([name, id]).not.toEqual([name, undefined]);
    const before = await state.read();
    for (const actor of mayCallAll(route)) {
      const body = bodyOf(route, own);
      const reply = await call(fixture, route, { cookie: cookieOf(actor), ids: { ...own, [name]: id }, body });
      expect([actor, reply.status]).toEqual([actor, 404]);
    }
    expect(await state.read()).toEqual(before);
  });
});

/** Members of bodies that refer to something beside the foreign keys of resources, with the kind of object. */
const OTHER_REFERENCES: Readonly<Record<string, keyof ObjectIds>> = {
  project_id: 'projectId',
  id: 'keyId',
  auth_secret_id: 'keyId',
  auth_key_id: 'keyId',
  holder_id: 'templateId',
  build_task_id: 'taskId',
};

/** As {@link OTHER_REFERENCES}, those that are foreign keys of a resource among them. */
function references(): Record<string, keyof ObjectIds> {
  const nouns = new Map<unknown, keyof ObjectIds>(RESOURCES.map(({ entity, noun }) => [entity, `${noun}Id`]));
  const members = RESOURCES.flatMap(({ entity }) => foreignColumns(fixture.test.dataSource, entity)).flatMap(
    ({ column, target }) => {
      const noun = nouns.get(target);
      return noun ? [[column, noun] as const] : [];
    },
  );
  return { ...OTHER_REFERENCES, ...Object.fromEntries(members) };
}
const changing = titled.filter(([method, path]) => path.includes(':projectId') && /^(POST|PUT)$/.test(method));

describe.each(changing)('%s %s', (_method, _path, route) => {
  it('should never store an id of another project that its body carries', async () => {
    const { own, foreign, state, test } = fixture;
    const valid = bodyOf(route, own);
    const before = await state.ofProject(foreign.projectId);
    for (const body of foreignBodies(valid ?? {}, foreign)) {
      const reply = await call(fixture, route, { cookie: cookieOf('owner'), ids: own, body });
      expect([JSON.stringify(body), reply.status !== 500]).toEqual([JSON.stringify(body), true]);
    }
    expect(await state.foreignReferences()).toEqual([]);
    expect(await state.ofProject(foreign.projectId)).toEqual(before);
    expect(test.logged()).not.toMatch(/"level":"(error|fatal)"/);
  });
});

function foreignBodies(valid: object, foreign: ObjectIds): object[] {
  const single = Object.entries(references()).map(([member, kind]) => ({ ...valid, [member]: foreign[kind] }));
  const vault = { name: 'v', type: 'password', vault_key_id: foreign.keyId };
  const params = { inventory_id: foreign.inventoryId, inventory: foreign.inventoryId };
  const deploy = { type: 'deploy', build_template_id: foreign.templateId };
  const nodes = [{ kind: 'template', node: 'x', template_id: foreign.templateId }];
  return [...single, { vaults: [vault] }, { params }, deploy, { nodes }].map((members) => ({ ...valid, ...members }));
}

describe('a project that is being deleted', () => {
  it('should not exist for anybody, and not change', async () => {
    const { test, state } = fixture;
    const ids = await filledProject(test.dataSource);
    const cookies = [await knock(test, 'owner', ids.projectId), cookieOf('admin')];
    await test.dataSource.query('update project set deleting = now() where id = $1', [ids.projectId]);
    const before = await state.ofProject(ids.projectId);
    for (const route of routes.filter((each) => parametersOf(each).includes('projectId'))) {
      for (const cookie of cookies) {
        const reply = await call(fixture, route, { cookie, ids, body: bodyOf(route, ids) });
        expect([route.method, route.path, reply.status]).toEqual([route.method, route.path, 404]);
      }
    }
    expect(await state.ofProject(ids.projectId)).toEqual(before);
  });
});

describe('the matrix', () => {
  it('should leave no pair of route and role unchecked', () => {
    const pairs = routes.reduce((sum, route) => sum + placesOf(route).length * ACTORS.length, 0);
    process.stdout.write(
      `figure: permission matrix, ${checked.size} of ${pairs} pairs checked (${routes.length} routes, ${ACTORS.length} roles, ` +
        `own and other project), ${nested.length} ids of other projects, ${changing.length} bodies\n`,
    );
    expect(checked.size).toBe(pairs);
  });
});

/** Routes whose success needs more than an object of each kind: their own suites hold their answers to the document. */
const SEEN_ELSEWHERE = [
  'BackupController.sealedBackup',
  'BillingController.pay',
  'BillingController.rekey',
  'SandboxController.act',
  'SandboxController.show',
  'TotpController.enable',
  'TotpController.confirm',
  'TotpController.qrCode',
  'OptionsController.save',
  'PassphraseController.test',
  'SubscriptionController.read',
  'SubscriptionController.activate',
  'PublicationsController.download',
  'AlertsController.test',
  'AppsController.read',
  'CurrentUserController.setOption',
  'DeviceLoginsController.begin',
  'DeviceLoginsController.look',
  'WaitingDeviceLoginsController.waiting',
  'ForgeAccountsController.link',
  'BranchesController.list',
  'BranchesController.test',
  'TaskResultsController.snapshot',
  'TaskResultsController.repository',
  'TaskResultsController.plan',
  'IdTokensController.give',
  'IssuerController.discovery',
  'IssuerController.published',
  'IntegrationDeliveriesController.again',
  'IntegrationDeliveriesController.approve',
  'WebhooksController.receive',
  'LogLinksController.create',
  'SharedLogsController.read',
  'SharedLogsController.lines',
  'SharedLogsController.sections',
  'SharedLogsController.outline',
  'SharedLogsController.search',
  'TaskImportController.import',
  'TasksController.apply',
  'TerraformAliasesController.create',
  'TerraformStatesController.latest',
  'TerraformStatesController.read',
  'TerraformStatesController.content',
  'StateBackendController.read',
  'StateBackendController.holder',
  'RunnersController.rotate',
  'RunnersController.createRegistrationToken',
  'RunnersController.renewWebhookSecret',
  'ProjectRunnersController.renewWebhookSecret',
  'RunnerInfoController.register',
  'RunnerCheckController.check',
  'RunnerGatewayController.poll',
  'RunnerGatewayController.heartbeat',
  'AttemptEndController.finish',
  'AttemptReportsController.start',
  'AuditReceiversController.create',
  'AttemptReportsController.readPlan',
  'AttemptReportsController.log',
  'AttemptReportsController.lost',
  'RunnerGatewayController.listing',
];

describe('answers', () => {
  it('should be seen of every route that the OpenAPI document gives a body', async () => {
    const { own, test } = fixture;
    const declared = routes.filter(({ handler }) => Reflect.hasMetadata(SUCCESS_RESPONSE, handler));
    for (const route of declared.filter(({ method }) => method === 'GET')) {
      await call(fixture, route, { cookie: cookieOf('admin'), ids: own, body: undefined });
    }
    const unseen = declared.map(({ name }) => name).filter((name) => !test.conformance.seen.has(name));
    expect(unseen.toSorted()).toEqual(SEEN_ELSEWHERE.toSorted());
  });
});
