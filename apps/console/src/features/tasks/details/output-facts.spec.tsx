import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { NamedOutput } from '@switchyard/contracts';
import { type Shown, Stage } from '../../../components/testing/shown.js';
import { OutputFacts } from './output-facts.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const show = (output: Omit<NamedOutput, 'name'>): Shown =>
  stage.show(<OutputFacts outputs={[{ name: 'a', ...output }]} />);

describe('outputs of a task', () => {
  it('should have their name, value and type, and be copied', () => {
    const { text, buttons } = show({ type: 'string', secret: false, value: '1.10' });
    expect([text, buttons]).toEqual(['Outputs a 1.10 string', ['Copy a']]);
  });

  it.each<[string, Omit<NamedOutput, 'name'>]>([
    ['a 0', { type: 'number', secret: false, value: 0 }],
    ['a null', { type: 'null', secret: false, value: null }],
    ['a [ "b" ]', { type: 'list', secret: false, value: ['b'] }],
    ['a ‹U+202E›x', { type: 'string', secret: false, value: '\u202ex' }],
  ])('should be shown as %s', (words, output) => {
    expect(show(output).text).toBe(`Outputs ${words} ${output.type}`);
  });

  it('should keep the lines of a text', () => {
    expect(show({ type: 'string', secret: false, value: 'one\ntwo' }).html).toContain('one\ntwo');
  });

  it('should show nothing of a secret one, nor copy it', () => {
    const { text, buttons } = show({ type: 'string', secret: true, value: null });
    expect([text, buttons]).toEqual(['Outputs a ••• secret string', []]);
  });
});
