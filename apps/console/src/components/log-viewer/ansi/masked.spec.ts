import { describe, expect, it } from '@jest/globals';
import { PLAIN_SGR } from '@switchyard/contracts';
import { markMasked } from './masked.js';

const marked = (text: string): string[] =>
  markMasked([{ text, ...PLAIN_SGR }]).map((span) => (span.masked ? `[${span.text}]` : span.text));

describe('markMasked', () => {
  it('should set apart each place of a secret value', () => {
    expect(marked('login=*** password=***')).toEqual(['login=', '[***]', ' password=', '[***]']);
  });

  it.each(['TASK [copy] ****', '*** WARNING ***', '** bold **', 'plain'])('should leave %j as it is', (text) => {
    expect(marked(text)).toEqual([text]);
  });
});
