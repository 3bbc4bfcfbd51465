import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { type CurrentUser, type OwnRole, UserOption, UserOptions } from '@switchyard/contracts';
import { SignedIn } from '../auth/access/access.js';
import { CurrentCaller, type Caller } from '../auth/access/caller.js';
import { CurrentUserService } from './current-user.service.js';

@SignedIn()
@Controller('api/user')
export class CurrentUserController {
  constructor(private readonly users: CurrentUserService) {}

  @Get()
  read(@CurrentCaller() caller: Caller): Promise<CurrentUser> {
    return this.users.read(caller);
  }

  @Get('roles')
  roles(@CurrentCaller() caller: Caller): Promise<OwnRole[]> {
    return this.users.roles(caller);
  }

  @Get('options')
  options(@CurrentCaller() caller: Caller): Promise<UserOptions> {
    return this.users.options(caller);
  }

  @Put('options')
  @HttpCode(204)
  setOptions(@CurrentCaller() caller: Caller, @Body({ schema: UserOptions }) options: UserOptions): Promise<void> {
    return this.users.setOptions(caller, options);
  }

  @Post('options')
  @HttpCode(200)
  setOption(@CurrentCaller() caller: Caller, @Body({ schema: UserOption }) option: UserOption): Promise<UserOption> {
    return this.users.setOption(caller, option);
  }
}
