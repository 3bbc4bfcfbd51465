import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '@switchyard/contracts';
import { languageOfEnvironment, sentencesOf } from './sentences.js';

describe('the words of refusals', () => {
  it('should be those of the person, in every language', async () => {
    const sentences = await Promise.all(
      LANGUAGES.map(async (language) => (await sentencesOf(language))({ code: 'not_found', params: {} })),
    );
    expect(new Set(sentences).size).toBeGreaterThan(LANGUAGES.length - 3);
    expect(sentences).not.toContain('not_found');
  });

  it('should be English in a language without a catalogue, and the code for an unknown problem', async () => {
    const sentence = await sentencesOf('xx');
    expect(sentence({ code: 'not_found', params: {} })).toBe(
      (await sentencesOf('en'))({ code: 'not_found', params: {} }),
    );
    expect(sentence({ code: 'of_the_future', params: {} })).toBe('of_the_future');
  });

  it.each([
    [{ LANG: 'pt_BR.UTF-8' }, 'pt-BR'],
    [{ LANG: 'de_DE', LC_ALL: 'fr_FR@euro' }, 'fr-FR'],
    [{ LC_ALL: '', LC_MESSAGES: 'nl_NL' }, 'nl-NL'],
    [{}, 'en'],
  ])('should be taken from %j', (env, expected) => {
    expect(languageOfEnvironment(env)).toBe(expected);
  });
});
