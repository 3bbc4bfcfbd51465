import { describe, expect, it } from '@jest/globals';
import { EnvironmentInput } from '../environment/environment.js';
import { boundedIgnored, MAX_IGNORED } from '../task/ignored.js';
import { SurveyVariable } from '../template/survey.js';
import { launchVariables, type VariableSettings } from '../launch/launch-variables.js';
import { isManagerVariable, isVariableName } from './usable-name.js';
import { matchesPattern, VariablePattern } from './variable-pattern.js';
import { isExported, type VariableRule } from './variable-rule.js';

const STEERING = [
  'PATH',
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'BASH_ENV',
  'SHELLOPTS',
  'BASHOPTS',
  'IFS',
  'NODE_OPTIONS',
  'NODE_PATH',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PYTHONHOME',
  'PYTHONWARNINGS',
  'SWITCHYARD_ATTEMPT',
  'SWITCHYARD_X',
];
/** Configure a tool; for managers alone. */
const CONFIGURING = [
  'TAR_OPTIONS',
  'XDG_CONFIG_HOME',
  '_JAVA_OPTIONS',
  'DOTNET_STARTUP_HOOKS',
  'PSModulePath',
  'KUBECONFIG',
  'AWS_CONFIG_FILE',
  'GIT_SSH_COMMAND',
  'ANSIBLE_CONFIG',
  'HOME',
  'ENV',
  'PERL5OPT',
  'https_proxy',
];
const NO_NAMES = ['--evil-flag', '-x', '', '1x', 'a=b', 'a b', 'a\n', 'a\0', '.x', 'ä', 'x'.repeat(256)];

const template = (change: Partial<VariableSettings> = {}): VariableSettings => ({
  surveyVars: [],
  variablePatterns: [],
  allowAnyVarsInTask: false,
  ...change,
});
const question = (name: string, change: object = {}): SurveyVariable =>
  SurveyVariable.parse({ name, title: name, ...change });

describe('names', () => {
  it.each(STEERING)('should not let anybody set %s', (name) => {
    expect(isManagerVariable(name)).toBe(false);
    expect(SurveyVariable.safeParse({ name, title: 'x' }).success).toBe(false);
  });

  it.each([...CONFIGURING, 'PYTHONUNBUFFERED', 'path', 'Env'])('should let managers set %s', (name) => {
    expect(isManagerVariable(name)).toBe(true);
  });

  it.each([...NO_NAMES, 'a-b', 'a.b'])('should not make %j an environment variable', (name) => {
    expect(isManagerVariable(name)).toBe(false);
  });

  it('should allow dots and dashes in variables alone', () => {
    expect(['a-b', 'a.b', '_x', 'A1'].filter(isVariableName)).toHaveLength(4);
    expect([...NO_NAMES, 'switchyard_vars', 'semaphore_vars'].filter(isVariableName)).toEqual([]);
  });
});

describe('a variable group', () => {
  const faults = (part: object): string[] => {
    const { error } = EnvironmentInput.safeParse({ name: 'Group', ...part });
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
  };

  it('should take what configures tools', () => {
    const env = JSON.stringify(Object.fromEntries(CONFIGURING.map((name) => [name, 'x'])));
    expect(faults({ env, json: '{"a-b": 1, "constructor": 2}' })).toEqual([]);
    expect(faults({ env: '{"with-dash": 1}' })).toEqual([]);
  });

  it.each([
    ['env', { env: '{"OK": 1, "LD_PRELOAD": "x"}' }, /^env: the name "LD_PRELOAD" changes how/],
    ['env', { env: '{"a.b": 1}' }, /^env: the name "a.b" must consist/],
    ['json', { json: '{"--evil\\u202e": 1}' }, /^json: the name "--evil\ufffd" must begin/],
    ['secrets', { secrets: [{ type: 'env', name: 'PATH', operation: 'create' }] }, /^secrets\.0\.name: changes how/],
  ])('should be refused with a bad name in its %s', (_member, part, fault) => {
    expect(faults(part)).toEqual([expect.stringMatching(fault)]);
  });

  it('should let a secret with such a name be deleted', () => {
    expect(faults({ secrets: [{ id: 1, type: 'env', name: 'PATH', operation: 'delete' }] })).toEqual([]);
  });
});

describe('a pattern', () => {
  it.each([
    ['APP_*', 'APP_X', true],
    ['APP_*', 'APP_', true],
    ['APP_*', 'XAPP_X', false],
    ['A*B*C', 'AxBxC', true],
    ['A*B*C', 'ABBC', true],
    ['A*AB', 'AB', false],
    ['A*C', 'AxCx', false],
    ['region', 'region', true],
    ['region', 'region2', false],
  ])('%s describes %s: %s', (pattern, name, described) => {
    expect(matchesPattern(pattern, name)).toBe(described);
  });

  it.each(['*', '*X', '--x*', 'A B*', ''])('should be refused when it is %j', (pattern) => {
    expect(VariablePattern.safeParse(pattern).success).toBe(false);
  });
});

describe('the variables of a launch', () => {
  const sent = (environment: object, secret: object = {}) => ({
    environment: JSON.stringify(environment),
    secret: JSON.stringify(secret),
  });
  const hostile = Object.fromEntries([...CONFIGURING, ...STEERING, ...NO_NAMES].map((name) => [name, 'x']));

  it('should be the questions and what a pattern names; the rest is left out with its reason', () => {
    const on = template({ surveyVars: [question('zone')], variablePatterns: ['APP_*'] });
    const launch = launchVariables(
      on,
      sent({ ...hostile, zone: 'eu', APP_SIZE: 2 }, { APP_KEY: 'k', other: 'o' }),
      false,
    );
    expect([launch.values, launch.secrets]).toEqual([{ zone: 'eu', APP_SIZE: 2 }, { APP_KEY: 'k' }]);
    const reasons = new Map(launch.ignored.map(({ name, reason }) => [name, reason]));
    expect(CONFIGURING.map((name) => reasons.get(name))).toEqual(CONFIGURING.map(() => 'not_declared'));
    expect(STEERING.map((name) => reasons.get(name))).toEqual(STEERING.map(() => 'reserved'));
    expect(NO_NAMES.map((name) => reasons.get(name))).toEqual(NO_NAMES.map(() => 'bad_name'));
    expect(reasons.get('other')).toBe('not_declared');
  });

  it.each([
    ['any variables are allowed', template({ allowAnyVarsInTask: true }), false],
    ['the launcher manages the project', template(), true],
  ])('should never hold a bad or steering name, even when %s', (_what, on, trusted) => {
    const { values } = launchVariables(on, sent(hostile), trusted);
    expect(Object.keys(values).sort()).toEqual([...CONFIGURING].sort());
  });

  it('should hold names of Object.prototype like any other', () => {
    const on = template({ surveyVars: [question('constructor', { required: true }), question('__proto__')] });
    expect(launchVariables(on, sent({}), false).faults).toHaveLength(1);
    const { values } = launchVariables(on, { environment: '{"constructor":"c","__proto__":"p"}', secret: '{}' }, false);
    expect(JSON.stringify(values)).toBe('{"constructor":"c","__proto__":"p"}');
  });

  it('should keep a secret answer a secret, and an unasked secret too', () => {
    const on = template({ surveyVars: [question('password', { type: 'secret' })], allowAnyVarsInTask: true });
    const launch = launchVariables(on, sent({ password: 'p' }, { other: { a: 1 } }), false);
    expect([launch.values, launch.secrets]).toEqual([{}, { password: 'p', other: '{"a":1}' }]);
  });

  it('should skip a stored question whose name is reserved now', () => {
    const stored = { ...question('zone', { required: true }), name: 'PATH' };
    const launch = launchVariables(template({ surveyVars: [stored] }), sent({ PATH: '/x' }), true);
    expect([launch.values, launch.faults, launch.ignored.map(({ reason }) => reason)]).toEqual([{}, [], ['reserved']]);
  });
});

describe('exports', () => {
  const rule = (change: Partial<VariableRule>): VariableRule => ({
    declared: ['zone', 'a-b', 'KUBECONFIG'],
    patterns: ['APP_*'],
    any: false,
    trusted: false,
    ...change,
  });

  it('should be what a manager has named', () => {
    const names = ['zone', 'KUBECONFIG', 'APP_X', 'a-b', 'TAR_OPTIONS', 'PATH', 'LD_PRELOAD'];
    const exported = (change: Partial<VariableRule>) => names.filter((name) => isExported(rule(change), name));
    expect(exported({})).toEqual(['zone', 'KUBECONFIG', 'APP_X']);
    expect(exported({ any: true })).toEqual(['zone', 'KUBECONFIG', 'APP_X']);
    expect(exported({ trusted: true })).toEqual(['zone', 'KUBECONFIG', 'APP_X', 'TAR_OPTIONS']);
  });
});

describe('what was ignored', () => {
  it('should be bounded, each once, with names that can be shown and stored', () => {
    const names = [
      'a\0',
      'a\0',
      '\ud800',
      '\u202eevil',
      'x'.repeat(1_000),
      ...Array.from({ length: 5_000 }, (_, i) => `n${i}`),
    ];
    const ignored = boundedIgnored(names.map((name) => ({ kind: 'variable', name, reason: 'bad_name' })));
    expect(ignored).toHaveLength(MAX_IGNORED);
    expect(ignored.slice(0, 4).map(({ name }) => name)).toEqual([
      'a\ufffd',
      '\ufffd',
      '\ufffdevil',
      `${'x'.repeat(100)}…`,
    ]);
    expect(ignored.at(-1)).toEqual({ kind: 'variable', name: String(5_004 - MAX_IGNORED + 1), reason: 'others' });
  });
});
