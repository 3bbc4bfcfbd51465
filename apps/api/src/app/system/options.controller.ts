import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { InstallationOption, InstallationOptions } from '@switchyard/contracts';
import { AdminOnly } from '../../auth/access/access.js';
import { OptionsService } from './options.service.js';

@AdminOnly()
@Controller('api/options')
export class OptionsController {
  constructor(private readonly options: OptionsService) {}

  @ResponseSchema(InstallationOptions)
  @Get()
  list(): Promise<InstallationOptions> {
    return this.options.list();
  }

  @ResponseSchema(InstallationOption)
  @Post()
  @HttpCode(200)
  save(@Body({ schema: InstallationOption }) option: InstallationOption): Promise<InstallationOption> {
    return this.options.save(option);
  }
}
