import { describe, expect, it } from '@jest/globals';
import { ReadFailed } from '../../api/get-json.js';
import { logReads } from './log-reads.js';

const { signal } = new AbortController();
const query = { q: 'a&b', regex: true, caseSensitive: false, invert: true };

describe(logReads.name, () => {
  const paths: string[] = [];
  const reads = logReads(<Answer>(path: string) => {
    paths.push(path);
    return Promise.resolve({} as Answer);
  });
  const asked = (): string[] => paths.splice(0);

  it('should ask for ranges of lines, sections and headings by their paths', async () => {
    await reads.fetchLines({ tail: 500 }, signal);
    await reads.fetchLines({ after: 40, limit: 100 }, signal);
    await reads.fetchSections(signal);
    await reads.fetchOutline(7, signal);
    expect(asked()).toEqual(['lines?tail=500', 'lines?after=40&limit=100', 'sections', 'outline?after=7']);
  });

  it('should send a search as it was typed', async () => {
    await reads.search(query, { after: 12, first: true }, signal);
    expect(asked()).toEqual(['search?q=a%26b&regex=true&case=false&invert=true&after=12&first=true']);
  });

  it.each([
    [400, 'invalid'],
    [422, 'costly'],
    [503, 'busy'],
    [429, 'busy'],
  ])('should explain a search that is refused with %i as %s', async (status, fault) => {
    const refusing = logReads(() => Promise.reject(new ReadFailed(status)));
    await expect(refusing.search(query, { after: 0, first: false }, signal)).rejects.toMatchObject({ fault });
  });

  it('should leave other failures of a search as they are', async () => {
    const failing = logReads(() => Promise.reject(new TypeError('offline')));
    await expect(failing.search(query, { after: 0, first: false }, signal)).rejects.toThrow(TypeError);
  });
});
