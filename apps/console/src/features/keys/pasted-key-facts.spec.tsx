import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Stage } from '../../components/testing/shown.js';
import { PastedKeyFacts } from './pasted-key-facts.js';
import type { PrivateKeyFacts } from './private-key-facts.js';

const stage = new Stage();
beforeEach(() => stage.start());
afterEach(() => stage.stop());

const show = (facts: Partial<PrivateKeyFacts>, hasPassphrase: boolean): string =>
  stage.show(
    <PastedKeyFacts
      facts={{ kind: 'ED25519', isEncrypted: false, publicKey: null, comment: null, ...facts }}
      hasPassphrase={hasPassphrase}
    />,
  ).text;

describe('what a pasted key is', () => {
  it('should ask for a passphrase only where the key has one and none is typed', () => {
    const [plain, closed] = [show({}, false), show({ isEncrypted: true }, false)];
    expect(plain).toBe('ED25519');
    expect(closed.length).toBeGreaterThan(plain.length);
    expect(show({ isEncrypted: true }, true)).toBe('ED25519');
  });

  it('should say that a passphrase is of no use to a key without one', () => {
    expect(show({}, true)).not.toBe(show({}, false));
    expect(show({}, true)).not.toBe(show({ isEncrypted: true }, false));
  });

  it('should show the half that may be public, and a comment with its control characters visible', () => {
    const text = show({ publicKey: 'ssh-ed25519 AAAA', comment: 'ann\u202e@host' }, false);
    expect(text).toContain('ssh-ed25519 AAAA');
    expect(text).not.toContain('\u202e');
  });
});
