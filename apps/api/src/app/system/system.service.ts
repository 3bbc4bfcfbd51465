import { Inject, Injectable } from '@nestjs/common';
import type { DemoInfo, Health, SystemInfo } from '@switchyard/contracts';
import { type Entitlements, HealthRegistry } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { authMethods } from '../../identity/login/sign-in-methods.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import { findDemoReset } from '../../projects/demo-mode/demo.repository.js';
import { findAnsibleVersion } from '../../runners/apps/app.repository.js';
import { VERSION } from '../../platform/version.js';

/** Facts about the installation and its health. */
@Injectable()
export class SystemService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: HealthRegistry,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
  ) {}

  /** Tasks run on runner agents alone, so Ansible's version is the one that a runner reported last. */
  async info(): Promise<SystemInfo> {
    return {
      version: VERSION,
      edition: this.entitlements.edition,
      ansible: await findAnsibleVersion(this.dataSource.manager),
      web_host: this.config.SWITCHYARD_WEB_HOST ?? '',
      use_remote_runner: true,
      auth_methods: authMethods(this.config),
      premium_features: await this.entitlements.features(null),
      publications: {
        posts: this.config.SWITCHYARD_POSTS_FEED !== undefined,
        install: true,
      },
      git_client: 'cmd_git',
      schedule_timezone: this.config.SWITCHYARD_SCHEDULE_TIMEZONE,
      demo: this.config.SWITCHYARD_DEMO ? await this.demo() : null,
    };
  }

  private async demo(): Promise<DemoInfo> {
    const nextReset = await findDemoReset(this.dataSource.manager);
    return { next_reset: nextReset?.toISOString() ?? null };
  }

  /** Without the reasons of a failure, which are not for everybody. */
  async health(): Promise<Health> {
    const { status, checks } = await this.registry.report();
    const results = Object.entries(checks).map(([name, { ok }]) => [name, ok] as const);
    return { status, checks: Object.fromEntries(results) };
  }
}
