import { describe, expect, it } from '@jest/globals';
import { yamlProblem } from './yaml.js';

describe('yamlProblem', () => {
  it.each([
    ['all:\n  hosts:\n    web: {a: [}\n', 3],
    ['all:\n  hosts:\n\tweb:\n', 3],
    ['a: "open\n', 2],
    ['a: 1\n b: 2\n', 1],
  ])('should name the line of the fault of %j', (text, line) => {
    expect(yamlProblem(text)).toMatchObject({ code: 'yaml_syntax_at', params: { line } });
  });

  it.each([
    'all:\n  hosts:\n    web-01:\n      ansible_host: 10.0.0.1\n',
    'a: !vault |\n  $ANSIBLE_VAULT;1.1\n',
    'base: &base {a: 1}\nweb:\n  <<: *base\n',
    'a: 1\na: 2\n',
    '',
  ])('should accept what Ansible accepts: %j', (text) => {
    expect(yamlProblem(text)).toBeNull();
  });
});
