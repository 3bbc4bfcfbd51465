import { describe, expect, it } from '@jest/globals';
import { filterValue, idValues } from './ldap-directory.js';

describe(filterValue.name, () => {
  // The examples of RFC 4515, section 4, and what people try.
  it.each([
    ['Parens R Us (for all your parenthetical needs)', 'Parens R Us \\28for all your parenthetical needs\\29'],
    ['*', '\\2a'],
    ['C:\\MyFile', 'C:\\5cMyFile'],
    ['ann)(uid=*', 'ann\\29\\28uid=\\2a'],
    ['ann\0', 'ann\\00'],
    ['\\2a', '\\5c2a'],
    ['Lučić', 'Lučić'],
  ])('should escape %j', (text, escaped) => {
    expect(filterValue(text)).toBe(escaped);
  });
});

describe(idValues.name, () => {
  it.each([
    ['an id of text alone', '3f0c-(a)', ['3f0c-\\28a\\29']],
    ['one that may stand for bytes, such as an objectGUID', '00ff7a', ['00ff7a', '\\00\\ff\\7a']],
    ['half a byte', 'abc', ['abc']],
  ])('should look for %s', (_, subject, values) => {
    expect(idValues(subject)).toEqual(values);
  });
});
