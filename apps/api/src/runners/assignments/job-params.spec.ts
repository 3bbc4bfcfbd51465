import { describe, expect, it } from '@jest/globals';
import { exactJson } from '@switchyard/contracts';
import { jobParams, mergeVariables, textValues } from './job-params.js';

const template = (taskParams: Record<string, unknown>): Parameters<typeof jobParams>[1] => ({
  app: '',
  taskParams,
  allowOverrideArgsInTask: false,
  allowOverrideBranchInTask: false,
  confirmationRole: 'task_runner',
  confirmationByOther: false,
});

describe('jobParams', () => {
  it('should keep the template list when the task may not override it', () => {
    const params = jobParams({ params: { limit: ['all'], tags: ['x'] } }, template({ limit: ['web'] }));
    expect(params).toMatchObject({ limit: ['web'], tags: [] });
  });

  it('should replace the template list, also by an empty one, when the task may', () => {
    const may = template({ limit: ['web'], allow_override_limit: true });
    expect(jobParams({ params: { limit: ['db'] } }, may).limit).toEqual(['db']);
    expect(jobParams({ params: { limit: [] } }, may).limit).toEqual([]);
    expect(jobParams({ params: {} }, may).limit).toEqual(['web']);
  });

  it('should be verbose only when the template allows debugging', () => {
    expect(jobParams({ params: { debug: true, debug_level: 6 } }, template({ allow_debug: false })).verbosity).toBe(0);
    expect(jobParams({ params: { debug: true, debug_level: 6 } }, template({})).verbosity).toBe(6);
    expect(jobParams({ params: { debug: true } }, template({ allow_debug: true })).verbosity).toBe(4);
    expect(jobParams({ params: { debug: true, debug_level: 99 } }, template({ allow_debug: true })).verbosity).toBe(6);
  });
});

describe('variables', () => {
  it('should let the task win over the environment', () => {
    expect(mergeVariables('{"a":1,"b":1}', '{"b":2}')).toEqual({ a: 1, b: 2 });
  });

  it('should hand scalars over as text', () => {
    expect(textValues('{"a":1,"b":true,"c":null,"d":{"x":1},"e":"s"}')).toEqual({ a: '1', b: 'true', e: 's' });
  });
});

describe('numbers of variables', () => {
  const text = '{"big":12345678901234567890,"ratio":1.0,"port":5}';

  it('should be kept as they were written', () => {
    expect(exactJson(mergeVariables(text, '{"port":6e2}'))).toBe('{"big":12345678901234567890,"ratio":1.0,"port":6e2}');
    expect(textValues(text)).toEqual({ big: '12345678901234567890', ratio: '1.0', port: '5' });
  });
});
