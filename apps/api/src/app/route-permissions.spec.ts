import { describe, expect, it } from '@jest/globals';
import { isForPrograms } from '../auth/access/access.js';
import { PROJECT_PARAM } from '../platform/http/path-id.js';
import { everyRoute, type Route } from '../testing/routes.js';

const names = (routes: Route[]): string[] => routes.map(({ name }) => name);

describe('every route', () => {
  const routes = everyRoute();

  it('should be found by this test', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(names(routes)).toEqual(expect.arrayContaining(['KeysController.list', 'TasksController.create']));
    expect(names(routes)).toEqual(
      expect.arrayContaining(['RunnersController.remove', 'ProjectRunnersController.remove']),
    );
  });

  it('should declare who may call it', () => {
    expect(names(routes.filter(({ rule }) => rule === undefined))).toEqual([]);
  });

  it('should be public only when it is one of these', () => {
    const open = names(routes.filter(({ rule }) => rule?.kind === 'public')).filter(
      (name) => !name.startsWith('Runner'),
    );
    expect(open.sort()).toEqual([
      'CallbacksController.receive',
      'DeviceLoginsController.begin',
      'DeviceLoginsController.look',
      'EmailLoginController.begin',
      'EmailLoginController.resend',
      'EmailLoginController.resendByOtherPath',
      'EmailLoginController.sendForVerification',
      'IssuerController.discovery',
      'IssuerController.published',
      'LoginController.login',
      'LoginController.loginData',
      'LoginController.logout',
      'OidcController.login',
      'OidcController.receive',
      'OidcController.receiveAtPath',
      'OwnProgramsController.cli',
      'OwnProgramsController.runner',
      'OwnProgramsController.script',
      'SandboxController.act',
      'SandboxController.show',
      'SecondFactorController.recover',
      'SecondFactorController.verify',
      'SharedLogsController.lines',
      'SharedLogsController.outline',
      'SharedLogsController.read',
      'SharedLogsController.search',
      'SharedLogsController.sections',
      'SystemController.health',
      'SystemController.ping',
      'VisitorsController.enter',
      'WebhooksController.receive',
    ]);
  });

  it('should change something in demo mode only when it is one of these', () => {
    const open = routes.filter(({ demo }) => demo !== undefined);
    expect(Object.fromEntries(open.map(({ name, demo }) => [name, demo]))).toEqual({
      'CurrentUserController.setOption': 'change',
      'CurrentUserController.setOptions': 'change',
      'LoginController.login': 'change',
      'LoginController.logout': 'change',
      'RunnerInfoController.info': 'change',
      'RunnerInfoController.register': 'change',
      'SecondFactorController.verify': 'change',
      'TasksController.apply': 'launch',
      'TasksController.cancel': 'change',
      'TasksController.confirm': 'change',
      'TasksController.create': 'launch',
      'TasksController.reject': 'change',
      'TasksController.restart': 'launch',
      'TasksController.stop': 'change',
      'VisitorsController.enter': 'change',
    });
  });

  it('should require a fresh session when it touches sign-in', () => {
    const touches = ({ method, path }: Route): boolean =>
      /^\/?api\/(users|user\/tokens)/.test(path) && (method !== 'GET' || path.includes('2fas'));
    const required = routes.filter(touches).map(({ name, freshness }) => [name, freshness]);
    expect(Object.fromEntries(required)).toEqual({
      'TokensController.create': 'sessions',
      // Takes access away and gives none.
      'TokensController.remove': undefined,
      'TotpController.enable': 'always',
      'TotpController.qrCode': 'always',
      'TotpController.confirm': 'always',
      'TotpController.disable': 'always',
      'UsersController.create': 'accounts',
      'UserImportController.import': 'accounts',
      'UsersController.update': 'by-change',
      'UsersController.remove': 'accounts',
      'UsersController.setPassword': 'by-change',
    });
  });

  it('should require one for the members and addresses of a file', () => {
    const required = routes.filter(({ freshness }) => freshness === 'lasting-by-body').map(({ name }) => name);
    expect(required.toSorted()).toEqual(['ApplyController.apply', 'BackupController.restore']);
  });

  it('should require a fresh session, or a token that may, when it makes what goes on after its maker', () => {
    const required = routes.filter(({ freshness }) => freshness === 'lasting').map(({ name }) => name);
    expect([...new Set(required)].sort()).toEqual([
      'AppsController.create',
      'AppsController.update',
      'AuditReceiversController.create',
      'AuditReceiversController.remove',
      'AuditReceiversController.update',
      'IntegrationAliasesController.create',
      'LogLinksController.create',
      'MembersController.add',
      'MembersController.change',
      'ProjectAliasesController.create',
      'ProjectRegistrationTokensController.create',
      'ProjectRunnersController.create',
      'ProjectRunnersController.createRegistrationToken',
      'ProjectRunnersController.rotate',
      'RegistrationTokensController.create',
      'RunnersController.create',
      'RunnersController.createRegistrationToken',
      'RunnersController.rotate',
      'SyncController.save',
      'TaskImportController.import',
      'TerraformAliasesController.create',
      'TerraformAliasesController.update',
    ]);
  });

  it('should carry a guard of its own when it is for runners or Terraform', () => {
    expect(names(routes.filter(({ rule, guarded }) => rule && isForPrograms(rule) && !guarded))).toEqual([]);
  });

  it('should be watched by the audit once, unless it is for runners or Terraform', () => {
    const differs = ({ rule, audits }: Route): boolean => audits !== (rule && isForPrograms(rule) ? 0 : 1);
    expect(names(routes.filter(differs))).toEqual([]);
  });

  it('should check the project when its path names one, and only then', () => {
    const differs = ({ path, rule }: Route): boolean =>
      path.includes(`:${PROJECT_PARAM}`) !== (rule?.kind === 'member' || rule?.kind === 'permission');
    expect(names(routes.filter(differs))).toEqual([]);
  });

  it('should need a permission when it changes something of a project, but for leaving it and what names its people', () => {
    const lax = routes.filter(({ method, rule }) => rule?.kind === 'member' && method !== 'GET');
    expect(names(lax).toSorted()).toEqual([
      'MembersController.leave',
      'WorkflowRunsController.approve',
      'WorkflowRunsController.reject',
    ]);
  });
});
