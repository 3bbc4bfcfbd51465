import { encryptionSelfTest, type SecretBox } from '@switchyard/server';
import type { DataSource } from 'typeorm';
import { findSetting, saveSetting } from './setting.repository.js';

/** The setting that proves at the start that keys and database belong together; also the context of its seal. */
export const PROBE_SETTING = 'encryption_probe';

/**
 * Refuses to go on unless secrets reach the database encrypted with the present key, and what was stored before can
 * still be opened.
 * @throws EncryptionError
 */
export async function requireEncryption(box: SecretBox, dataSource: DataSource): Promise<void> {
  await encryptionSelfTest(box, {
    context: PROBE_SETTING,
    write: (plaintext) => saveSetting(dataSource.manager, PROBE_SETTING, box.seal(plaintext, PROBE_SETTING)),
    readRaw: () => findSetting(dataSource.manager, PROBE_SETTING),
  });
}
