import { describe, expect, it } from '@jest/globals';
import { syslogPlace } from './audit-receiver.js';

describe(syslogPlace.name, () => {
  it.each([
    ['tls://logs.example', { tls: true, host: 'logs.example', port: 6514 }],
    ['tls://logs.example:514/', { tls: true, host: 'logs.example', port: 514 }],
    ['tcp://192.0.2.7', { tls: false, host: '192.0.2.7', port: 601 }],
    ['tcp://[2001:db8::1]:1514', { tls: false, host: '2001:db8::1', port: 1514 }],
  ])('should read %s', (address, place) => expect(syslogPlace(address)).toEqual(place));

  it.each([
    '',
    'logs.example',
    'udp://logs.example',
    'tls://',
    'tls://a b',
    'tls://a:70000',
    'tls://u@a',
    'tls://a?x',
    'tls://a#x',
  ])('should refuse %j', (address) => expect(syslogPlace(address)).toBeNull());
});
