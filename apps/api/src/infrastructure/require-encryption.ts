import { encryptionSelfTest, type SecretBox } from '@switchyard/server';
import type { DataSource } from 'typeorm';

const PROBE_SETTING = 'encryption_probe';

/**
 * Refuses to go on unless secrets reach the database encrypted with the present key, and what was stored before can
 * still be opened.
 * @throws EncryptionError
 */
export async function requireEncryption(box: SecretBox, dataSource: DataSource): Promise<void> {
  await encryptionSelfTest(box, {
    context: PROBE_SETTING,
    async write(plaintext) {
      await dataSource.query(
        'insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
        [PROBE_SETTING, box.seal(plaintext, PROBE_SETTING)],
      );
    },
    async readRaw() {
      const [row] = await dataSource.query<{ value: string }[]>('select value from setting where key = $1', [
        PROBE_SETTING,
      ]);
      return row?.value ?? null;
    },
  });
}
