import { Injectable } from '@nestjs/common';
import { type InstallationOption, type InstallationOptions, MAX_OPTIONS } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { badRequest } from '../../platform/http/refusals.js';
import { findSettings, saveSetting } from '../../platform/infrastructure/setting.repository.js';

/** Keeps the options of clients apart from the installation's own settings, some of which are secret. */
const PREFIX = 'option.';

/** Values that clients keep for the installation. Switchyard itself uses none of them. */
@Injectable()
export class OptionsService {
  constructor(private readonly dataSource: DataSource) {}

  async list(): Promise<InstallationOptions> {
    const settings = await findSettings(this.dataSource.manager, PREFIX);
    return Object.fromEntries([...settings].map(([key, value]) => [key.slice(PREFIX.length), value]));
  }

  /** @throws 400 when it would be one more than `MAX_OPTIONS` */
  async save(option: InstallationOption): Promise<InstallationOption> {
    const key = PREFIX + option.key;
    const known = await findSettings(this.dataSource.manager, PREFIX);
    if (!known.has(key) && known.size >= MAX_OPTIONS) {
      throw badRequest('options_full', { max: MAX_OPTIONS });
    }
    await saveSetting(this.dataSource.manager, key, option.value);
    return option;
  }
}
