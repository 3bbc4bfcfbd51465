import { describe, expect, it } from '@jest/globals';
import { scriptArguments, variableExports } from './script-arguments.js';

describe('scriptArguments', () => {
  it('should put variables between the arguments of template and task in their given order', () => {
    const args = scriptArguments({
      leading: ['-x'],
      script: 'deploy.sh',
      templateArguments: ['--fast'],
      variables: { zone: 'eu', alpha: 'x y' },
      taskArguments: ['last'],
    });
    expect(args).toEqual(['-x', 'deploy.sh', '--fast', 'zone=eu', 'alpha=x y', 'last']);
  });

  it.each([
    ['a string', '$(id) `id`', '$(id) `id`'],
    ['a number', 1.5, '1.5'],
    ['truth', false, 'false'],
    ['nothing', null, ''],
    ['a list', [1, 'a'], '[1,"a"]'],
    ['an object', { a: { b: 1 } }, '{"a":{"b":1}}'],
  ])('should pass %s as data', (_what, value, text) => {
    const parts = { leading: [], script: 's', templateArguments: [], variables: { v: value }, taskArguments: [] };
    expect(scriptArguments(parts)[1]).toBe(`v=${text}`);
  });
});

describe('variableExports', () => {
  it('should export names a shell can use', () => {
    expect(variableExports({ zone: 'eu', count: 2 })).toEqual({ zone: 'eu', count: '2' });
  });

  it.each([
    'PATH',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'BASH_ENV',
    'ENV',
    'IFS',
    'PYTHONPATH',
    'NODE_OPTIONS',
    'GIT_SSH_COMMAND',
    'ANSIBLE_CONFIG',
    'TF_CLI_ARGS',
    'PULUMI_HOME',
    'SWITCHYARD_TASK_ID',
    'PERL5LIB',
    'https_proxy',
    'not-a-name',
    '1x',
    '',
  ])('should not export %j', (name) => {
    expect(variableExports({ [name]: 'x' })).toEqual({});
  });
});
