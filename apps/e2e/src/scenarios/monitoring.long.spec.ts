import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, freePort } from '@switchyard/testing';
import { createTemplate, runTask } from '../support/project.js';
import { MONITORING, Prometheus, promtool } from '../support/prometheus.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const TOKEN = 'token-of-prometheus';

describe('Prometheus with the rules of deploy/monitoring', () => {
  let place: Workplace;
  let prometheus: Prometheus;

  beforeAll(async () => {
    const [dispatcher, api, runner] = [await freePort(), await freePort(), await freePort()];
    const settings = {
      SWITCHYARD_METRICS_TOKEN: TOKEN,
      SWITCHYARD_DISPATCHER_PORT: String(dispatcher),
      SWITCHYARD_METRICS_PORT: String(api),
    };
    const runnerSettings = { SWITCHYARD_RUNNER_METRICS_TOKEN: TOKEN, SWITCHYARD_RUNNER_METRICS_PORT: String(runner) };
    place = await openWorkplace({ 'run.sh': 'echo done\n' }, { stack: { settings, runnerSettings }, git: 'path' });
    const targets = [dispatcher, api, runner].map((port) => `127.0.0.1:${port}`);
    prometheus = await Prometheus.start(TOKEN, targets);
  });

  afterAll(async () => {
    await prometheus?.close();
    await place?.close();
  });

  it('should scrape every process', async () => {
    await eventually(async () => {
      const up = await prometheus.query('up == 1');
      expect(up.map(({ labels }) => labels.job).sort()).toEqual([
        'switchyard-api',
        'switchyard-dispatcher',
        'switchyard-runner',
      ]);
    });
  });

  it.each(['rules.yaml', 'grafana.json'])('should get every metric that %s names', async (file) => {
    const { client, project } = place;
    const template = await createTemplate(client, project, { name: file });
    await client.untilEnded(project.id, await runTask(client, project, template));
    const text = await readFile(join(MONITORING, file), 'utf8');
    const named = [...new Set(text.match(/\b(switchyard|nodejs|process)_\w+/g))];
    expect(named.length).toBeGreaterThan(5);
    await eventually(async () => {
      const reported = await Promise.all(
        named.map((name) => prometheus.reports(name.replace(/_(bucket|count|sum)$/, ''))),
      );
      expect(named.filter((_, i) => !reported[i])).toEqual([]);
    });
  });

  it('should see a task on its way', async () => {
    await eventually(async () => {
      const [waited] = await prometheus.query('switchyard_task_stage_seconds_count{stage="waiting"}');
      expect(waited?.value).toBeGreaterThan(0);
      const [lines] = await prometheus.query('switchyard_log_lines_total');
      expect(lines?.value).toBeGreaterThan(0);
    });
  });

  it('should fire when the runner is away, and be silent before', async () => {
    await eventually(async () => expect(await prometheus.firing()).toEqual([]));
    await place.stack.runners[0]?.stop();
    await eventually(async () => expect(await prometheus.firing()).toContain('SwitchyardNoRunner'));
  });
});

it('should have rules that are silent and fire as their tests say', async () => {
  await promtool('test', 'rules', 'rules.test.yaml');
});
