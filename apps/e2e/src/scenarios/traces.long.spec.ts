import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@switchyard/testing';
import { createTemplate, runTask } from '../support/project.js';
import { type SentSpan, SpanSink } from '../support/span-sink.js';
import { openWorkplace, type Workplace } from '../support/workplace.js';

const SPANS = {
  launch: 'switchyard-api',
  'wait and assign': 'switchyard-dispatcher',
  'hand out': 'switchyard-api',
  attempt: 'switchyard-runner',
  fetch: 'switchyard-runner',
  prepare: 'switchyard-runner',
  start: 'switchyard-runner',
  run: 'switchyard-runner',
};

describe('traces of tasks', () => {
  let sink: SpanSink;
  let place: Workplace;
  let template: number;

  beforeAll(async () => {
    sink = await SpanSink.start();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url };
    place = await openWorkplace(
      { 'run.sh': 'echo "parent $TRACEPARENT"\n' },
      { stack: { settings, runnerSettings: settings } },
    );
    template = await createTemplate(place.client, place.project, {});
  });

  afterAll(async () => {
    await place.close();
    await sink.close();
  });

  it('should connect what all programs do for a task, up to its tool', async () => {
    const { client, project } = place;
    const id = await runTask(client, project, template);
    const { traceparent } = await client.untilEnded(project.id, id);
    const trace = traceparent?.split('-')[1];
    const found = await eventually(() => {
      const spans = sink.spans.filter(({ traceId }) => traceId === trace);
      expect(Object.fromEntries(spans.map(({ name, service }) => [name, service]))).toEqual(SPANS);
      return Promise.resolve(spans);
    });
    const one = (name: string): SentSpan | undefined => found.find((span) => span.name === name);
    expect(traceparent).toBe(`00-${trace}-${one('launch')?.spanId}-01`);
    expect(one('launch')?.parentSpanId).toBeFalsy();
    const parents = found.filter(({ name }) => name !== 'launch').map(({ parentSpanId }) => parentSpanId);
    expect(parents.filter((parent) => !found.some(({ spanId }) => spanId === parent))).toEqual([]);
    expect(await client.toolLines(project.id, id)).toContain(`parent 00-${trace}-${one('attempt')?.spanId}-01`);
    await eventually(() => {
      const writing = place.stack.parts.filter((part) => part.output().includes(`"trace_id":"${trace}"`));
      expect(writing).toEqual(place.stack.parts);
      return Promise.resolve();
    });
  });

  it('should begin at the click, and be part of the trace of who starts it', async () => {
    const { client, project } = place;
    const caller = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const answer = await fetch(`${place.stack.address}/api/project/${project.id}/tasks`, {
      method: 'POST',
      headers: { ...client.headers, 'content-type': 'application/json', traceparent: caller, 'click-age': '4000' },
      body: JSON.stringify({ template_id: template }),
    });
    expect(answer.status).toBe(201);
    await eventually(() => {
      const spans = sink.spans.filter(({ traceId }) => traceId === '4bf92f3577b34da6a3ce929d0e0e4736');
      const one = (name: string): SentSpan | undefined => spans.find((span) => span.name === name);
      expect(one('click')?.parentSpanId).toBe('00f067aa0ba902b7');
      expect(one('launch')?.parentSpanId).toBe(one('click')?.spanId);
      const [begun, ended] = [one('click')?.startTimeUnixNano ?? 0, one('click')?.endTimeUnixNano ?? 0];
      expect(Number(BigInt(ended) - BigInt(begun)) / 1e6).toBeGreaterThanOrEqual(4_000);
      expect(one('run')).toBeDefined();
      return Promise.resolve();
    });
  });

  it('should cost nothing but spans when the collector is away', async () => {
    const { client, project } = place;
    await sink.close();
    const ids = [];
    for (let i = 0; i < 5; i++) {
      ids.push(await runTask(client, project, template));
    }
    for (const id of ids) {
      expect(await client.untilEnded(project.id, id)).toMatchObject({ status: 'success' });
    }
    expect(place.stack.parts.every(({ running }) => running)).toBe(true);
    sink = await SpanSink.start();
  });
});
