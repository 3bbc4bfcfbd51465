import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Template } from '@switchyard/contracts';
import { rowOf } from '../../components/testing/row-of.js';
import { Stage } from '../../components/testing/shown.js';
import { TemplateDetails } from './template-details.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const shown = (members: Partial<Template>): string =>
  stage.show(<TemplateDetails template={rowOf(Template, { app: 'bash', forge_token: 'none', ...members })} />).text;

describe('the details of a template', () => {
  it('should name the tokens that its tasks get', () => {
    const id_tokens = ['VAULT', 'AWS'].map((variable) => ({ variable, audience: 'a' }));
    expect(shown({ forge_token: 'write', id_tokens })).toMatch(
      /Forge token Writes to the repository ID tokens VAULT and AWS/,
    );
  });

  it('should leave out tokens that they do not get', () => {
    expect(shown({})).not.toMatch(/token/i);
  });
});
