import { Module } from '@nestjs/common';
import { EmailCodes } from './email-codes.js';
import { EmailLoginController } from './email-login.controller.js';
import { EmailLoginService } from './email-login.service.js';
import { Mailer } from './mailer.js';

@Module({
  controllers: [EmailLoginController],
  providers: [EmailCodes, EmailLoginService, Mailer],
  exports: [EmailCodes],
})
export class EmailLoginModule {}
