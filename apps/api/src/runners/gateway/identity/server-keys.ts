import { Injectable } from '@nestjs/common';
import { SecretBox } from '@switchyard/server';
import nacl from 'tweetnacl';
import { DataSource } from 'typeorm';
import { addSetting, findSetting } from '../../../platform/infrastructure/setting.repository.js';

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
    const { manager } = this.dataSource;
    await addSetting(manager, SETTING, this.secretBox.seal(fresh, SETTING));
    const secret = this.secretBox.openText((await findSetting(manager, SETTING)) ?? '', SETTING);
    return nacl.box.keyPair.fromSecretKey(new Uint8Array(Buffer.from(secret, 'base64')));
  }
}
