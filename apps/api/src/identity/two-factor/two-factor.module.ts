import { Module } from '@nestjs/common';
import { EmailLoginModule } from '../email-login/email-login.module.js';
import { ExternalUsersModule } from '../external-users/external-users.module.js';
import { ReauthenticationController } from './reauthentication.controller.js';
import { Reauthentication } from './reauthentication.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorService } from './second-factor.service.js';
import { TotpController } from './totp.controller.js';
import { TotpService } from './totp.service.js';

@Module({
  imports: [EmailLoginModule, ExternalUsersModule],
  controllers: [ReauthenticationController, SecondFactorController, TotpController],
  providers: [Reauthentication, SecondFactorService, TotpService],
})
export class TwoFactorModule {}
