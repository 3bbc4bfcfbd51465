import { Module } from '@nestjs/common';
import { ExternalUsersModule } from '../external-users/external-users.module.js';
import { OidcClients } from './oidc-clients.js';
import { OidcController } from './oidc.controller.js';
import { OidcFlow } from './oidc-flow.js';
import { OidcLoginService } from './oidc-login.service.js';

@Module({
  imports: [ExternalUsersModule],
  controllers: [OidcController],
  providers: [OidcClients, OidcFlow, OidcLoginService],
})
export class OidcModule {}
