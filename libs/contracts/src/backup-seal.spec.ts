import { describe, expect, it } from '@jest/globals';
import type { BackupDocument } from './backup/backup.js';
import { SealCost } from './backup/sealed-secrets.js';
import { digestOf, DocumentDigest, PassphraseSeal } from './backup-seal.js';

/** Made by an earlier version: files that people keep must open for ever. */
const KEPT = {
  cost: { n: 16_384, r: 8, p: 1, salt: 'AAECAwQFBgcICQoLDA0ODw==' },
  passphrase: 'correct horse bättery',
  sealed: 'AQIDBAUGBwgJCgsMaocyLcnGmbxaGqQJ0XwS+nR9sF/Yj1YdAg==',
  digest: '3a36ffdd2f9d89c1fed1c40ecbda6d45a6da4e4a8e336ec38729526d9fc258f3',
} as const;
const DOCUMENT: BackupDocument = {
  meta: { name: 'Shop', type: '' },
  keys: [{ name: 'deploy', type: 'ssh' }],
  members: [{ username: 'ann', role: 'owner' }],
};

describe(PassphraseSeal.name, () => {
  it('should open what earlier versions sealed', async () => {
    const seal = await PassphraseSeal.of(KEPT.passphrase, KEPT.cost);
    expect(seal.open(KEPT.sealed, 'keys.0.ssh.private_key')).toBe('s3cret ü');
  });

  it('should take a passphrase in any form of Unicode', async () => {
    const composed = await PassphraseSeal.of('pässword 1234'.normalize('NFC'), KEPT.cost);
    const apart = await PassphraseSeal.of('pässword 1234'.normalize('NFD'), KEPT.cost);
    expect(apart.open(composed.seal('text', 'a'), 'a')).toBe('text');
  });

  it('should open nothing elsewhere, cut, changed or under another passphrase', async () => {
    const seal = await PassphraseSeal.of(KEPT.passphrase, KEPT.cost);
    const other = await PassphraseSeal.of('wrong', KEPT.cost);
    const sealed = seal.seal('text', 'a');
    const changed = Buffer.from(sealed, 'base64');
    changed[14] = (changed[14] ?? 0) ^ 1;
    expect([
      seal.open(sealed, 'b'),
      other.open(sealed, 'a'),
      seal.open(sealed.slice(0, 20), 'a'),
      seal.open(changed.toString('base64'), 'a'),
    ]).toEqual([null, null, null, null]);
  });

  it('should never seal the same text twice alike', async () => {
    const seal = await PassphraseSeal.of(KEPT.passphrase, KEPT.cost);
    expect(seal.seal('text', 'a')).not.toBe(seal.seal('text', 'a'));
  });

  it('should make a salt of its own, at a cost that the schema of a file takes', async () => {
    const [one, two] = [await PassphraseSeal.withNewSalt('p'), await PassphraseSeal.withNewSalt('p')];
    expect(one.cost.salt).not.toBe(two.cost.salt);
    expect(SealCost.safeParse(one.cost).success).toBe(true);
  });
});

describe(digestOf.name, () => {
  it('should be that of earlier versions', () => {
    expect(digestOf(DOCUMENT)).toBe(KEPT.digest);
  });

  it('should be the same for another name of the project, and for no other change', () => {
    expect(digestOf({ ...DOCUMENT, meta: { name: 'Other', type: '' } })).toBe(KEPT.digest);
    expect(digestOf({ ...DOCUMENT, meta: { name: 'Shop', type: 'x' } })).not.toBe(KEPT.digest);
    expect(digestOf({ ...DOCUMENT, keys: [] })).not.toBe(KEPT.digest);
    expect(digestOf({ ...DOCUMENT, members: [{ username: 'bob', role: 'owner' }] })).not.toBe(KEPT.digest);
  });

  it('should tell a text that moved from one member to another', () => {
    const of = (member: string): string => {
      const digest = new DocumentDigest();
      digest.add(member, 'x');
      return digest.hex();
    };
    expect(of('keys')).not.toBe(of('views'));
  });
});
