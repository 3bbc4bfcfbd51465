import { describe, expect, it } from '@jest/globals';
import { clocks } from './clocks.mjs';
import { namedSpecs } from './projects.mjs';
import { readRequest } from './request.mjs';

describe('readRequest', () => {
  it('should take nothing for everything', () => {
    expect(readRequest([])).toEqual({ clocks: [null], layer: undefined, names: [] });
  });

  it('should take a layer and names of spec files', () => {
    expect(readRequest(['e2e', 'live-websocket'])).toEqual({ clocks: [null], layer: 'e2e', names: ['live-websocket'] });
    expect(namedSpecs('e2e', ['live-websocket']).map((file) => file.split('/').at(-1))).toEqual([
      'live-websocket.spec.ts',
    ]);
    expect(namedSpecs('unit', ['tools/test/src/request', 'tools/test/src/slots'])).toHaveLength(2);
  });

  it('should take a clock before them', () => {
    const [first] = clocks;
    expect(readRequest(['clocks'])).toEqual({ clocks, layer: undefined, names: [] });
    expect(readRequest(['clocks', 'unit'])).toEqual({ clocks, layer: 'unit', names: [] });
    expect(readRequest(['clocks', first?.name ?? '', 'unit', 'slots'])).toEqual({
      clocks: [first],
      layer: 'unit',
      names: ['slots'],
    });
  });

  it.each([
    [['units'], 'Unknown layer "units". Layers: lint, format, types, dead-code, unit, integration, e2e, long.'],
    [['clocks', 'lint'], /^Unknown layer "lint". Clocks: year-end, leap-day, summer-time. Layers: unit,/],
    [['unit', 'slots', 'runners-live', 'nowhere'], /layer unit has this in its path: runners-live, nowhere\.$/],
    [['lint', 'slots'], 'The layer lint looks at the whole checkout and takes no names.'],
  ])('should refuse %j', (args, fault) => {
    expect(readRequest(args)).toEqual({
      fault: typeof fault === 'string' ? fault : expect.stringMatching(fault),
    });
  });
});
