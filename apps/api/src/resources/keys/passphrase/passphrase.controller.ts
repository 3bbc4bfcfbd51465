import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { PassphraseTest, PassphraseTestResult } from '@switchyard/contracts';
import { BodyExample, ResponseSchema } from '@switchyard/server';
import { RequirePermission } from '../../../auth/access/access.js';
import { ReadsOnly } from '../../../auth/audit/audit-as.js';
import { Costs } from '../../../auth/throttle/request-turns.js';
import { PassphraseTester } from './passphrase-tester.js';

/** Private keys that are not stored yet. */
@Controller('api/project/:projectId/keys')
export class PassphraseController {
  constructor(private readonly tester: PassphraseTester) {}

  /** Whether a passphrase opens a private key. Nothing of them is stored. */
  @ResponseSchema(PassphraseTestResult)
  @BodyExample({
    private_key: '-----BEGIN OPENSSH PRIVATE KEY-----\n…\n-----END OPENSSH PRIVATE KEY-----',
    passphrase: 'phrase',
  })
  @Post('test')
  @HttpCode(200)
  @ReadsOnly()
  @RequirePermission('manageProjectResources')
  @Costs('passphrase')
  async test(@Body({ schema: PassphraseTest }) body: PassphraseTest): Promise<PassphraseTestResult> {
    return { opens: await this.tester.opens(body) };
  }
}
