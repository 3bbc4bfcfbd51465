import { describe, expect, it } from '@jest/globals';
import { SourceSecrets } from './source-secrets.js';

const K32 = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const K16 = 'AAECAwQFBgcICQoLDA0ODw==';
const OTHER = 'QEFCQ0RFRkdISUpLTE1OT1BRUlNUVVZXWFlaW1xdXl8=';

/** Made by the product's own code: Go's crypto/cipher and encoding/json. */
const LOGIN = { login: 'deploy', password: 'p<a>s&s "ü"' };
const LOGIN_32 =
  'AAECAwQFBgcICQoLPCC6dKKMrDm3Y/PuwYUXFKH6pUSRCCwLVxWBpydLcO50IJ7PzKBO7USUTIj7210I3mtW/nqKgRmDywg7ZZQCx4LNn4v07SJnF2bZ33I=';
const LOGIN_16 =
  'AAECAwQFBgcICQoL6E7LoQFymXZx8AXvRs8fcZEKOJYyno6BiVOVDy5m0jDwlOvEl+HrlnDEOoKz1aKi/K0igyTbFLiSElDw10oCG2xz7aXHzdkqmy0wRxg=';
const LOGIN_PLAIN = 'eyJsb2dpbiI6ImRlcGxveSIsInBhc3N3b3JkIjoicFx1MDAzY2FcdTAwM2VzXHUwMDI2cyBcIsO8XCIifQ==';
const VALUE_32 = 'AAECAwQFBgcICQoLMWOkNrOErm7obKZzgL9jN3rsPBI0/YWT2p+2';

const open = (keys: string[], stored: string, isKey = false) => new SourceSecrets(keys).open(stored, isKey);

describe(SourceSecrets.name, () => {
  it.each([
    ['a key of 32 bytes', [K32], LOGIN_32],
    ['a key of 16 bytes', [K16], LOGIN_16],
    ['no key', [''], LOGIN_PLAIN],
    ['an older key, after a new one', [OTHER, K32], LOGIN_32],
    ['lines within the base64', [K32], LOGIN_32.replace(/(.{40})/g, '$1\r\n')],
  ])('should open what was sealed with %s', (_name, keys, stored) => {
    expect(JSON.parse(open(keys, stored) ?? '')).toEqual(LOGIN);
  });

  it('should open the newer form, which names its key', () => {
    expect(open([K32], `Yw3NKWbEM2Y:${VALUE_32}`)).toBe('var-value-1');
  });

  it('should take a private key in clear, as the oldest versions kept it', () => {
    expect(open([K32], '-----BEGIN X-----\nAAAA\n-----END X-----\n', true)).toMatch(/^-----BEGIN X/);
    expect(open([K32], 'text\n')).toBeNull();
  });

  it.each([
    ['the wrong key', [OTHER], LOGIN_32],
    ['a cut text', [K32], LOGIN_32.slice(0, -8)],
    ['other signs', [K32], `${LOGIN_32.slice(0, 20)}!${LOGIN_32.slice(21)}`],
    ['too little', [K32], 'AAEC'],
    ['sealed text without its key', [''], LOGIN_32],
  ])('should open nothing with %s', (_name, keys, stored) => {
    expect(open(keys, stored)).toBeNull();
  });

  it.each(['AAEC', 'no base64!'])('should refuse the key %s', (key) => {
    expect(() => new SourceSecrets([key])).toThrow('access_key_encryption');
  });
});
