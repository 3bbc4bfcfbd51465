import { describe, expect, it } from '@jest/globals';
import { channelBody, channelIssues, type ChannelValues, channelValues } from './channel-values.js';

const filled = (more: Partial<ChannelValues>): ChannelValues => ({ ...channelValues(null), name: 'ops', ...more });
const placesOf = (values: ChannelValues, isNew = true) =>
  channelIssues(values, isNew).map(({ path }) => path.join('.'));

describe(channelIssues.name, () => {
  it.each<[Partial<ChannelValues>, string[]]>([
    [{}, ['type']],
    [{ type: 'slack' }, ['url']],
    [{ type: 'slack', url: 'javascript:alert(1)' }, ['url']],
    [{ type: 'slack', url: 'https://hooks.example/x' }, []],
    [{ type: 'gotify', url: 'https://push.example' }, ['token']],
    [{ type: 'telegram', token: 'a', target: 'x' }, ['target']],
    [{ type: 'email', target: 'a@example.com, b' }, ['target']],
    [{ type: 'email', target: 'a@example.com, b@example.com', url: 'left over' }, []],
  ])('should find in %j the fields %j', (values, places) => {
    expect(placesOf(filled(values))).toEqual(places);
  });

  it('should want the secrets of a stored channel when they are replaced alone', () => {
    expect(placesOf(filled({ type: 'slack' }), false)).toEqual([]);
    expect(placesOf(filled({ type: 'slack', override_secret: true }), false)).toEqual(['url']);
  });
});

describe(channelBody.name, () => {
  it('should send no secret that is not replaced', () => {
    const body = channelBody(filled({ type: 'gotify', url: 'https://a.example', token: 't' }), false);
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['url']));
    expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['token']));
  });
});
