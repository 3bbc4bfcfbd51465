import { describe, expect, it } from '@jest/globals';
import { sentParams, type SentParams } from './sent-params.js';

const earlier = (params: Record<string, unknown>) => ({ params, gitBranch: null, commitHash: null });
const sent = (change: object): SentParams => ({ params: {}, ...change }) as SentParams;

describe(sentParams.name, () => {
  it('should count what stands at the top level where params has none', () => {
    expect(sentParams(sent({ debug: true, dry_run: true, limit: ['web'] }), null)).toEqual({
      debug: true,
      dry_run: true,
      limit: ['web'],
    });
    expect(sentParams(sent({ debug: true, limit: ['web'], params: { debug: false, limit: ['db'] } }), null)).toEqual({
      debug: false,
      limit: ['db'],
    });
  });

  it('should not count what is off or empty at the top level', () => {
    expect(sentParams(sent({ debug: false, diff: null, limit: [] }), null)).toEqual({});
  });

  it('should let the top level win when an earlier task is sent again with the params that were read', () => {
    const params = { debug: true, limit: ['web'] };
    const again = sent({ params, debug: false, limit: ['db'] });
    expect(sentParams(again, earlier(params))).toEqual({ debug: false, limit: ['db'] });
    expect(sentParams(again, earlier({ debug: true }))).toEqual(params);
  });

  it('should see no change where both are the same', () => {
    const params = { debug: true, limit: ['web'] };
    expect(sentParams(sent({ params, debug: true, limit: ['web'] }), earlier(params))).toEqual(params);
    expect(sentParams(sent({ params }), earlier(params))).toEqual(params);
    expect(sentParams(sent({ params: {}, debug: false, limit: [] }), earlier({}))).toEqual({});
  });

  it('should compare params by their contents, absent and null alike', () => {
    const again = sent({ params: { debug: null, limit: ['web'] }, diff: true });
    expect(sentParams(again, earlier({ limit: ['web'] }))).toMatchObject({ diff: true, limit: ['web'] });
  });
});
