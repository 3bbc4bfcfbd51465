import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePort } from '@switchyard/testing';
import { root } from './part.js';

export const MONITORING = join(root, 'deploy/monitoring');

/** Debian's Prometheus with the settings and rules of `deploy/monitoring`, every second and without their waits. */
export class Prometheus {
  private constructor(
    private readonly dir: string,
    private readonly address: string,
    private readonly child: ChildProcess,
  ) {}

  /** @param targets the address of each job in the settings, in their order */
  static async start(token: string, targets: readonly string[]): Promise<Prometheus> {
    const dir = await mkdtemp(join(tmpdir(), 'prometheus-'));
    const settings = await readFile(join(MONITORING, 'prometheus.example.yaml'), 'utf8');
    const left = [...targets];
    const own = settings
      .replace(/\/etc\/prometheus\/switchyard-token/g, join(dir, 'token'))
      .replace(/scrape_interval: .*/g, 'scrape_interval: 1s')
      .replace(/(?<=targets: \[').*(?='\])/g, () => left.shift() ?? '');
    const rules = await readFile(join(MONITORING, 'rules.yaml'), 'utf8');
    await writeFile(join(dir, 'token'), token);
    await writeFile(join(dir, 'rules.yaml'), rules.replace(/^ *for: .*\n/gm, ''));
    await writeFile(join(dir, 'prometheus.yaml'), `global: { evaluation_interval: 1s }\n${own}`);
    const port = await freePort();
    const child = spawn(
      'prometheus',
      [
        `--config.file=${join(dir, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(dir, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    const prometheus = new Prometheus(dir, `http://127.0.0.1:${port}`, child);
    await eventually(async () => (await fetch(`${prometheus.address}/-/ready`)).status === 200);
    return prometheus;
  }

  /** Labels and value of each series that an expression has now. */
  async query(expression: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    const answer = await fetch(`${this.address}/api/v1/query?query=${encodeURIComponent(expression)}`);
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
  }

  /** Whether some process reports a metric of the name. */
  async reports(name: string): Promise<boolean> {
    const answer = await fetch(`${this.address}/api/v1/metadata?metric=${name}`);
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    return Object.keys(data).length > 0;
  }

  /** Names of the alerts that fire. */
  async firing(): Promise<string[]> {
    const series = await this.query('ALERTS{alertstate="firing"}');
    return series.map(({ labels }) => labels.alertname ?? '').sort();
  }

  async close(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** Runs `promtool`. @throws with what it found */
export const promtool = (...args: string[]): Promise<unknown> =>
  promisify(execFile)('promtool', args, { cwd: MONITORING });
