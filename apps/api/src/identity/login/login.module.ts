import { Module } from '@nestjs/common';
import { EmailLoginModule } from '../email-login/email-login.module.js';
import { ExternalUsersModule } from '../external-users/external-users.module.js';
import { LdapDirectory } from '../ldap/ldap-directory.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { PasswordCheck } from './password-check.js';

@Module({
  imports: [EmailLoginModule, ExternalUsersModule],
  controllers: [LoginController],
  providers: [LdapDirectory, LoginService, PasswordCheck],
})
export class LoginModule {}
