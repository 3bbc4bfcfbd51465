import { describe, expect, it } from '@jest/globals';
import { readTraceContext } from './trace-context.js';

const GIVEN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe(readTraceContext.name, () => {
  it('should read the span of the caller, and when the button was pressed', () => {
    const clicked = new Date(9_750);
    expect(readTraceContext({ traceparent: GIVEN, 'click-age': '250' }, 10_000)).toEqual({
      traceparent: GIVEN,
      clicked,
    });
    expect(readTraceContext({})).toEqual({ traceparent: null, clicked: null });
  });

  it.each([
    GIVEN.toUpperCase(),
    GIVEN.replace('00-', 'ff-'),
    `${GIVEN}-more`,
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    `${GIVEN}\n`,
  ])('should know no span of %p', (traceparent) => {
    expect(readTraceContext({ traceparent })).toEqual({ traceparent: null, clicked: null });
  });

  it.each(['-1', '1.5', '60001', '99999999', 'soon', ''])('should know no click of %p', (age) => {
    expect(readTraceContext({ 'click-age': age })).toEqual({ traceparent: null, clicked: null });
  });
});
