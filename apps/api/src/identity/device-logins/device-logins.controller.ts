import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import {
  DeviceLogin,
  DeviceLoginDecision,
  DeviceLoginInput,
  DeviceLoginLook,
  DeviceLoginQuestion,
  DeviceLoginToken,
  WaitingDeviceLogin,
} from '@switchyard/contracts';
import { BodyExample, Refuses, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { Public, SignedIn } from '../../auth/access/access.js';
import { type Caller, CurrentCaller } from '../../auth/access/caller.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { ReadsOnly } from '../../auth/audit/audit-as.js';
import { DeviceLogins } from './device-logins.service.js';

/** Sign-in of a command line that a person confirms in the console, in the manner of RFC 8628. */
@Public()
@Controller('api/auth/device')
export class DeviceLoginsController {
  constructor(private readonly logins: DeviceLogins) {}

  /** Begins a sign-in: a secret for the machine, and a code for the person. */
  @ResponseSchema(DeviceLogin)
  @BodyExample({ name: 'laptop' })
  @Refuses(429, 'Too many sign-ins wait to be confirmed.')
  @Post()
  @HttpCode(200)
  begin(
    @Body({ schema: DeviceLoginInput }) { name }: DeviceLoginInput,
    @Req() { ip }: FastifyRequest,
  ): Promise<DeviceLogin> {
    return this.logins.begin(name, ip);
  }

  /** An API token, once, when the person has confirmed; null until then. */
  @ResponseSchema(DeviceLoginToken)
  @BodyExample({ device_code: 'secret' })
  @Post('token')
  @HttpCode(200)
  async look(
    @Body({ schema: DeviceLoginLook }) { device_code: secret }: DeviceLoginLook,
    @Req() { ip }: FastifyRequest,
  ): Promise<DeviceLoginToken> {
    return { token: await this.logins.look(secret, ip) };
  }
}

/** Sign-ins that wait for the person who is signed in. */
@SignedIn()
@Controller('api/user/device_logins')
export class WaitingDeviceLoginsController {
  constructor(private readonly logins: DeviceLogins) {}

  /** What waits for a code: a machine by its name, and the address that it came from. */
  @ResponseSchema(WaitingDeviceLogin)
  @BodyExample({ user_code: 'BCDF-GHJK' })
  @Post('look')
  @HttpCode(200)
  @ReadsOnly()
  waiting(
    @Body({ schema: DeviceLoginQuestion }) { user_code: code }: DeviceLoginQuestion,
  ): Promise<WaitingDeviceLogin> {
    return this.logins.waiting(code);
  }

  /** Gives the machine an API token of the person, or declines. */
  @BodyExample({ user_code: 'BCDF-GHJK', approved: true })
  @Post('decide')
  @HttpCode(204)
  @FreshSignIn('always')
  decide(
    @CurrentCaller() caller: Caller,
    @Body({ schema: DeviceLoginDecision }) decision: DeviceLoginDecision,
  ): Promise<void> {
    return this.logins.decide(caller, decision);
  }
}
