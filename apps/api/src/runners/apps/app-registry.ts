import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type App as WireApp, type AppProbes, DEFAULT_APPS, isDefaultApp } from '@switchyard/contracts';
import type { App } from '@switchyard/database';
import { DataSource } from 'typeorm';
import { findApp, listApps, listPrograms } from './app.repository.js';

/** How long the list of programs is cached, in milliseconds; every poll of every runner reads it. */
const PROBES_TTL_MS = 1_000;

/** The apps templates can run: the default ones with what was set for them, and the custom ones. */
@Injectable()
export class AppRegistry {
  private probesKnown: { value: Promise<AppProbes>; until: number } | null = null;

  constructor(private readonly dataSource: DataSource) {}

  /** By priority, the highest first; inactive ones included. */
  async list(): Promise<WireApp[]> {
    const stored = new Map((await listApps(this.dataSource.manager)).map((row) => [row.id, row]));
    const ids = new Set([...Object.keys(DEFAULT_APPS), ...stored.keys()]);
    const apps = [...ids].map((id) => toApp(id, stored.get(id)));
    return apps.sort((a, b) => b.priority - a.priority || a.id.localeCompare(b.id));
  }

  async find(id: string): Promise<WireApp | null> {
    const row = await findApp(this.dataSource.manager, id);
    return row || isDefaultApp(id) ? toApp(id, row ?? undefined) : null;
  }

  /** The programs runners must look for beside the default ones. */
  probes(now = Date.now()): Promise<AppProbes> {
    if (!this.probesKnown || this.probesKnown.until <= now) {
      const value = this.readProbes();
      value.catch(() => this.forgetProbes());
      this.probesKnown = { value, until: now + PROBES_TTL_MS };
    }
    return this.probesKnown.value;
  }

  forgetProbes(): void {
    this.probesKnown = null;
  }

  private async readProbes(): Promise<AppProbes> {
    const rows = await listPrograms(this.dataSource.manager);
    const apps = rows
      .filter(({ id, path }) => path !== '' || !isDefaultApp(id))
      .map(({ id, path }) => ({ id, path: path || id }));
    const revision =
      apps.length === 0 ? '' : createHash('sha256').update(JSON.stringify(apps)).digest('hex').slice(0, 16);
    return { revision, apps };
  }
}

const NOTHING_SET: Omit<App, 'id'> = {
  title: '',
  icon: '',
  color: '',
  darkColor: '',
  path: '',
  args: null,
  priority: null,
  active: true,
};

/** Title of the one default app that other consoles do not know by its id. */
const UNKNOWN_TO_OTHERS = 'Terragrunt';

function toApp(id: string, row: Omit<App, 'id'> = NOTHING_SET): WireApp {
  const { icon, color, darkColor: dark_color, path, args, active } = row;
  const title = row.title || (id === 'terragrunt' ? UNKNOWN_TO_OTHERS : '');
  const priority = row.priority ?? (isDefaultApp(id) ? DEFAULT_APPS[id].priority : 0);
  return { id, active, priority, title, icon, color, dark_color, path, args };
}
