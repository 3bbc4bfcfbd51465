import { describe, expect, it } from '@jest/globals';
import { SecretMasker } from './secret-masker.js';
import { secretVariants } from './secret-variants.js';

/** Small generator of repeatable numbers (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Covers every occurrence of every form, one replacement for what overlaps. */
function maskNaively(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [...secretVariants(secret)]);
  let masked = '';
  let end = 0;
  for (let start = 0; start < text.length; start++) {
    const hit = Math.max(0, ...forms.filter((form) => text.startsWith(form, start)).map((form) => form.length));
    masked += hit > 0 && start >= end ? '***' : '';
    end = Math.max(end, start + hit);
    masked += start >= end ? text[start] : '';
  }
  return masked;
}

function maskInParts(text: string, masker: SecretMasker, sizes: () => number): string {
  const bytes = Buffer.from(text, 'latin1');
  const parts: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let covered = 0;
  for (let at = 0; at < bytes.length;) {
    const size = sizes();
    const part = masker.maskPart(Buffer.concat([rest, bytes.subarray(at, at + size)]), covered);
    parts.push(part.masked);
    ({ rest, covered } = part);
    at += size;
  }
  parts.push(masker.mask(rest, covered));
  return Buffer.concat(parts).toString('latin1');
}

describe(SecretMasker.name, () => {
  const secret = `s3cr+t/"ü" it's`;
  const masked = (text: string): string => new SecretMasker([secret]).maskText(text);

  it.each([
    ['plain', secret],
    ['base64', Buffer.from(secret).toString('base64')],
    ['base64 behind one byte', Buffer.from(`x${secret}`).toString('base64').slice(2)],
    ['base64 behind two bytes', Buffer.from(`xy${secret}`).toString('base64').slice(3)],
    ['base64url', Buffer.from(secret).toString('base64url')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['upper-case hex', Buffer.from(secret).toString('hex').toUpperCase()],
    ['URL-encoded', encodeURIComponent(secret)],
    ['form-encoded', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['JSON', JSON.stringify(secret).slice(1, -1)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(secret)).slice(3, -3)],
    ['JSON in ASCII', JSON.stringify(secret).slice(1, -1).replace('ü', '\\u00fc')],
    ['single quotes of a shell', secret.replaceAll("'", `'\\''`)],
    ['upper case', secret.toUpperCase()],
    ['lower case', secret.toLowerCase()],
    ['reversed text', [...secret].reverse().join('')],
    ['escaped for a shell', secret.replace(/[^\w@%+=:,./ü-]/g, '\\$&')],
  ])('should replace a secret written as %s', (_form, text) => {
    expect(masked(`a ${text} b`)).toBe('a *** b');
  });

  it.each([
    ['colour codes between its characters', [...'correct horse'].join('\u001b[0m')],
    ['a line break in it', 'correct\n horse'],
    ['changing case', 'cOrReCt HoRsE'],
    ['a part of it missing', 'correct hors'],
    ['base32', 'MNXXE4TFMN2CA2DPOJZWK==='],
  ])('should be known to miss a secret with %s', (_limit, text) => {
    expect(new SecretMasker(['correct horse']).maskText(text)).toBe(text);
  });

  it('should not take a short secret in another case for the secret', () => {
    expect(new SecretMasker(['Summer1']).maskText('SUMMER1 summer1 1remmuS Summer1')).toBe(
      'SUMMER1 summer1 1remmuS ***',
    );
  });

  it('should leave no stable part of a secret inside longer base64', () => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = Buffer.from(`${before}correct horse battery${'tail'}`).toString('base64');
      const rest = new SecretMasker(['correct horse battery']).maskText(text).replace('***', '');
      expect(rest.length).toBeLessThanOrEqual(text.length - 27);
    }
  });

  it('should replace every line of a multi-line secret but not its PEM markers or common words', () => {
    const key =
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk\ntrue\nQyNTUxOQAAA\n-----END OPENSSH PRIVATE KEY-----\n';
    expect(new SecretMasker([key]).maskText(`${key}it is true\n`)).toBe(
      '-----BEGIN OPENSSH PRIVATE KEY-----\n***\ntrue\n***\n-----END OPENSSH PRIVATE KEY-----\nit is true\n',
    );
  });

  it('should replace base64 that was broken into lines', () => {
    const long = Array.from({ length: 30 }, (_, i) => `word${i}`).join('-');
    const broken =
      Buffer.from(long)
        .toString('base64')
        .match(/.{1,76}/g)
        ?.join('\n') ?? '';
    expect(new SecretMasker([long]).maskText(broken)).toMatch(/^(\*\*\*\n)+\*\*\*$/);
  });

  it('should cover overlapping secrets together', () => {
    expect(new SecretMasker(['abcdef', 'efgh']).maskText('xabcdefghx')).toBe('x***x');
    expect(new SecretMasker(['pass', 'password']).maskText('password pass')).toBe('*** ***');
  });

  it('should treat characters of regular expressions as what they are', () => {
    expect(new SecretMasker(['a.*+?^${}()|[]b']).maskText('a.*+?^${}()|[]b axxxb')).toBe('*** axxxb');
  });

  it('should leave text alone when a secret is shorter than four bytes', () => {
    expect(new SecretMasker(['abc']).maskText('abc abc')).toBe('abc abc');
  });

  it('should find each of 5,000 secrets', () => {
    const secrets = Array.from({ length: 5000 }, (_, i) => `AKIA-${i * 7919}-zz`);
    const text = secrets.join(' ');
    expect(new SecretMasker(secrets).maskText(text)).toBe(secrets.map(() => '***').join(' '));
  });

  it('should mask as a naive search does, however the bytes are cut', () => {
    const next = numbers(42);
    const word = (length: number): string => Array.from({ length }, () => 'abc'[next(3)]).join('');
    for (let round = 0; round < 300; round++) {
      const secrets = Array.from({ length: 1 + next(4) }, () => word(4 + next(5)));
      const text = Array.from({ length: next(40) }, () =>
        next(4) === 0 ? secrets[next(secrets.length)] : word(1 + next(6)),
      ).join('');
      const masker = new SecretMasker(secrets);
      const expected = maskNaively(text, secrets);
      expect(masker.mask(Buffer.from(text)).toString()).toBe(expected);
      expect(maskInParts(text, masker, () => 1 + next(12))).toBe(expected);
    }
  });

  it('should show of an unfinished line the beginning of what it is masked as, however it is cut', () => {
    const next = numbers(7);
    const word = (length: number): string => Array.from({ length }, () => 'abc'[next(3)]).join('');
    for (let round = 0; round < 300; round++) {
      const secrets = Array.from({ length: 1 + next(4) }, () => word(4 + next(5)));
      const text = `${word(next(20))}${secrets[0]}${word(next(20))}`;
      const masker = new SecretMasker(secrets);
      const whole = maskNaively(text, secrets);
      for (let cut = 0; cut <= text.length; cut++) {
        const shown = masker.maskOpen(Buffer.from(text.slice(0, cut))).toString();
        expect(whole.slice(0, shown.length)).toBe(shown);
      }
    }
    expect(new SecretMasker(['hunter2!']).maskOpen(Buffer.from('Password: hunt')).toString()).toBe('Password: ');
    expect(new SecretMasker([]).maskOpen(Buffer.from('Continue? ')).toString()).toBe('Continue? ');
  });

  it('should mask every line of a secret of 64 KiB that is made of short lines', () => {
    const lines = Array.from({ length: 13_000 }, (_, i) => i.toString(36).padStart(4, 'q'));
    const masker = new SecretMasker([lines.join('\n')]);
    expect(masker.maskText(`first ${lines.at(0)} last ${lines.at(-1)} end`)).toBe('first *** last *** end');
  });

  it('should refuse secrets with more forms than it can look for in bounded time', () => {
    const secrets = Array.from({ length: 100_000 }, (_, i) => `secret ${i}`);
    expect(() => new SecretMasker(secrets)).toThrow('too many');
  });

  const marked = (secrets: string[], text: string): { masked: string; marks: [number, number][] } => {
    const { masked, marks } = new SecretMasker(secrets).maskWhole(Buffer.from(text));
    return { masked: masked.toString(), marks: marks.map(({ at, secret }) => [at, secret]) };
  };

  it('should report which secret each of its stars stands for, and nothing of stars that were there', () => {
    const text = 'ü hunter2! *** swordfish\naHVudGVyMiE= swordfish';
    expect(marked(['swordfish', 'hunter2!'], text)).toEqual({
      masked: 'ü *** *** ***\n*** ***',
      marks: [
        [3, 1],
        [11, 0],
        [15, 1],
        [19, 0],
      ],
    });
    expect(marked([], 'a *** b').marks).toEqual([]);
  });

  it.each([
    ['overlapping secrets by the one that begins first', ['efgh', 'abcdef'], 'xabcdefgh', [[1, 1]]],
    [
      'a secret within another by the longer one',
      ['pass', 'password'],
      'password pass',
      [
        [0, 1],
        [4, 0],
      ],
    ],
    ['a value of two secrets by the first', ['same-value', 'other-one', 'same-value'], 'same-value', [[0, 0]]],
    [
      'adjacent secrets each',
      ['first-one', 'second-one'],
      'second-onefirst-one',
      [
        [0, 1],
        [3, 0],
      ],
    ],
    ['a secret behind one that is never masked', ['abc', 'true', 'hunter2!'], 'abc hunter2!', [[4, 2]]],
  ])('should name %s', (_case, secrets, text, marks) => {
    expect(marked(secrets, text).marks).toEqual(marks);
  });

  it('should mark the same places however the bytes are cut', () => {
    const text = 'a hunter2! b swordfish hunter2!swordfish';
    const masker = new SecretMasker(['hunter2!', 'swordfish']);
    for (let cut = 0; cut <= text.length; cut++) {
      const part = masker.maskPart(Buffer.from(text.slice(0, cut)), 0);
      const rest = masker.maskWhole(Buffer.concat([part.rest, Buffer.from(text.slice(cut))]), part.covered);
      const moved = rest.marks.map(({ at, secret }) => ({ at: part.masked.length + at, secret }));
      expect([...part.marks, ...moved]).toEqual(masker.maskWhole(Buffer.from(text)).marks);
    }
  });

  it('should mark a bounded number of places', () => {
    const { masked, marks } = marked(['hunter2!'], 'hunter2! '.repeat(5_000));
    expect([masked.length, marks.length]).toEqual([5_000 * 4, 1_000]);
  });

  it('should detect whether the end of a text may be the beginning of a secret', () => {
    const masker = new SecretMasker(['hunter2!']);
    expect(masker.mayContinue(Buffer.from('password: hunt'))).toBe(true);
    expect(masker.mayContinue(Buffer.from('password: '))).toBe(false);
  });
});

describe('secrets that become known later', () => {
  const first = 'first-of-the-task';
  const masked = (masker: SecretMasker, text: string) => masker.maskWhole(Buffer.from(text));

  it('should be masked from then on, by their own place, until others take theirs', () => {
    const masker = new SecretMasker([first]);
    expect(masked(masker, 'token-number-1').masked.toString()).toBe('token-number-1');
    masker.maskAlso([{ value: 'token-number-1', place: 4 }]);
    const { masked: text, marks } = masked(masker, `a ${first} b token-number-1`);
    expect([text.toString(), marks.map(({ secret }) => secret)]).toEqual(['a *** b ***', [0, 4]]);
    masker.maskAlso([{ value: 'token-number-2', place: 4 }]);
    expect(masker.maskText(`${first} token-number-1 token-number-2`)).toBe('*** token-number-1 ***');
  });

  it('should be found where their beginning was held back before', () => {
    const masker = new SecretMasker([first]);
    const { masked: text, rest, covered } = masker.maskPart(Buffer.from('x'.repeat(40)), 0);
    masker.maskAlso([{ value: `token-${'n'.repeat(500)}`, place: 1 }]);
    const whole = masker.mask(Buffer.concat([rest, Buffer.from(`token-${'n'.repeat(500)}.`)]), covered);
    expect(text.toString() + whole.toString()).toBe(`${'x'.repeat(40)}***.`);
  });

  it('should leave all as it was when they are too many', () => {
    const masker = new SecretMasker([first]);
    const lines = Array.from({ length: 60_000 }, (_, place) => ({ value: `secret-${place}-x`, place }));
    expect(() => masker.maskAlso(lines)).toThrow('too many');
    expect(masker.maskText(first)).toBe('***');
  });
});
