import { Injectable } from '@nestjs/common';
import { SecretBox } from '@switchyard/server';
import nacl from 'tweetnacl';
import { DataSource } from 'typeorm';

const SETTING = 'runner_gateway_key';

/** The control plane's own X25519 pair: made once, stored encrypted, the same for every replica. */
@Injectable()
export class ServerKeys {
  private pair: Promise<nacl.BoxKeyPair> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** The pair; a failed read is tried again by the next caller. */
  keyPair(): Promise<nacl.BoxKeyPair> {
    this.pair ??= this.load().catch((error: unknown) => {
      this.pair = undefined;
      throw error;
    });
    return this.pair;
  }

  private async load(): Promise<nacl.BoxKeyPair> {
    const fresh = Buffer.from(nacl.box.keyPair().secretKey).toString('base64');
    await this.dataSource.query('insert into setting (key, value) values ($1, $2) on conflict (key) do nothing', [
      SETTING,
      this.secretBox.seal(fresh, SETTING),
    ]);
    const [row] = await this.dataSource.query<{ value: string }[]>('select value from setting where key = $1', [
      SETTING,
    ]);
    const secret = this.secretBox.openText(row?.value ?? '', SETTING);
    return nacl.box.keyPair.fromSecretKey(new Uint8Array(Buffer.from(secret, 'base64')));
  }
}
