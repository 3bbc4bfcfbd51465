import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { CurrentUser, OwnRole, UserOption, UserOptions } from '@switchyard/contracts';
import { z } from 'zod';
import { SignedIn } from '../../auth/access/access.js';
import { CurrentCaller, type Caller } from '../../auth/access/caller.js';
import { AllowedInDemo } from '../../auth/access/demo-gate.js';
import { CurrentUserService } from './current-user.service.js';

@SignedIn()
@Controller('api/user')
export class CurrentUserController {
  constructor(private readonly users: CurrentUserService) {}

  @ResponseSchema(CurrentUser)
  @Get()
  read(@CurrentCaller() caller: Caller): Promise<CurrentUser> {
    return this.users.read(caller);
  }

  @ResponseSchema(z.array(OwnRole))
  @Get('roles')
  roles(@CurrentCaller() caller: Caller): Promise<OwnRole[]> {
    return this.users.roles(caller);
  }

  @ResponseSchema(UserOptions)
  @Get('options')
  options(@CurrentCaller() caller: Caller): Promise<UserOptions> {
    return this.users.options(caller);
  }

  @Put('options')
  @AllowedInDemo()
  @HttpCode(204)
  setOptions(@CurrentCaller() caller: Caller, @Body({ schema: UserOptions }) options: UserOptions): Promise<void> {
    return this.users.setOptions(caller, options);
  }

  @ResponseSchema(UserOption)
  @Post('options')
  @AllowedInDemo()
  @HttpCode(200)
  setOption(@CurrentCaller() caller: Caller, @Body({ schema: UserOption }) option: UserOption): Promise<UserOption> {
    return this.users.setOption(caller, option);
  }
}
