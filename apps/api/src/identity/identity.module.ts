import { Module } from '@nestjs/common';
import { EmailCodes } from './email-login/email-codes.js';
import { EmailLoginController } from './email-login/email-login.controller.js';
import { EmailLoginService } from './email-login/email-login.service.js';
import { Mailer } from './email-login/mailer.js';
import { ExternalUsers } from './external-users/external-users.js';
import { DeviceLogins } from './device-logins/device-logins.service.js';
import { DeviceLoginsController, WaitingDeviceLoginsController } from './device-logins/device-logins.controller.js';
import { GroupRoles } from './external-users/group-roles.js';
import { DirectoryChecks } from './ldap/directory-checks.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { LoginController } from './login/login.controller.js';
import { LoginService } from './login/login.service.js';
import { PasswordCheck } from './login/password-check.js';
import { OidcClients } from './oidc/oidc-clients.js';
import { OidcController } from './oidc/oidc.controller.js';
import { OidcFlow } from './oidc/oidc-flow.js';
import { OidcLoginService } from './oidc/oidc-login.service.js';
import { ReauthenticationController } from './two-factor/reauthentication.controller.js';
import { Reauthentication } from './two-factor/reauthentication.service.js';
import { SecondFactorController } from './two-factor/second-factor.controller.js';
import { SecondFactorService } from './two-factor/second-factor.service.js';
import { ForgeAccountsController } from './forge-accounts/forge-accounts.controller.js';
import { LinkedForgeAccounts } from './forge-accounts/forge-accounts.service.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { TotpController } from './two-factor/totp.controller.js';
import { TotpService } from './two-factor/totp.service.js';
import { UserImportController } from './user-import/user-import.controller.js';
import { UserImportService } from './user-import/user-import.service.js';
import { CurrentUserController } from './users/current-user.controller.js';
import { CurrentUserService } from './users/current-user.service.js';
import { OldPassword } from './users/old-password.js';
import { PasswordChange } from './users/password-change.js';
import { UserSearch } from './users/user-search.js';
import { UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';

/** Users, and every way to sign in. */
@Module({
  imports: [ProjectsModule],
  controllers: [
    LoginController,
    DeviceLoginsController,
    WaitingDeviceLoginsController,
    EmailLoginController,
    ReauthenticationController,
    SecondFactorController,
    TotpController,
    ForgeAccountsController,
    OidcController,
    UsersController,
    UserImportController,
    CurrentUserController,
  ],
  providers: [
    CurrentUserService,
    DeviceLogins,
    DirectoryChecks,
    EmailCodes,
    EmailLoginService,
    ExternalUsers,
    GroupRoles,
    LdapDirectory,
    LoginService,
    Mailer,
    OidcClients,
    OidcFlow,
    OidcLoginService,
    OldPassword,
    PasswordChange,
    PasswordCheck,
    Reauthentication,
    SecondFactorService,
    TotpService,
    LinkedForgeAccounts,
    UserImportService,
    UserSearch,
    UsersService,
  ],
})
export class IdentityModule {}
