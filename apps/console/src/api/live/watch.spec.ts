import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection } from './connection.js';
import { Watch } from './watch.js';

type Acknowledge = (answer: { ok: boolean }) => void;

/** A connection that keeps what is sent. */
function keptConnection() {
  const sent: { event: string; body: unknown; acknowledge: Acknowledge | undefined }[] = [];
  let opened = 0;
  const connection = {
    open: () => (opened += 1),
    send: (event: string, body: unknown, acknowledge?: Acknowledge) => void sent.push({ event, body, acknowledge }),
  } as unknown as Connection;
  return { connection, sent, opened: () => opened };
}

describe(Watch.name, () => {
  let kept: ReturnType<typeof keptConnection>;
  beforeEach(() => {
    kept = keptConnection();
  });
  const bodies = () => kept.sent.map(({ body }) => body);

  it('should ask for what is watched, and open the connection', () => {
    new Watch<{ id: number }>(kept.connection, 'watch').start({ id: 1 });
    expect([kept.sent[0]?.event, bodies(), kept.opened()]).toEqual(['watch', [{ id: 1 }], 1]);
  });

  it('should watch nothing once the watcher has ended, unless something else took its place', () => {
    const watch = new Watch<{ id: number }>(kept.connection, 'watch');
    const endFirst = watch.start({ id: 1 });
    const endSecond = watch.start({ id: 2 });
    endFirst();
    expect(watch.body).toEqual({ id: 2 });
    endSecond();
    expect([watch.body, bodies()]).toEqual([null, [{ id: 1 }, { id: 2 }, null]]);
  });

  it('should say that it has begun when the server accepts what is still watched', () => {
    let begun = 0;
    const watch = new Watch<{ id: number }>(kept.connection, 'watch', () => (begun += 1));
    watch.start({ id: 1 });
    watch.start({ id: 2 });
    const [first, second] = kept.sent;
    first?.acknowledge?.({ ok: true });
    expect(begun).toBe(0);
    second?.acknowledge?.({ ok: false });
    expect(begun).toBe(0);
    second?.acknowledge?.({ ok: true });
    expect(begun).toBe(1);
  });

  it('should not ask for an acknowledgement that nobody waits for', () => {
    new Watch(kept.connection, 'watch').start({});
    expect(kept.sent[0]?.acknowledge).toBeUndefined();
  });

  it('should ask again on a new connection, and for nothing once it was forgotten', () => {
    const watch = new Watch<{ id: number }>(kept.connection, 'watch', () => undefined);
    watch.start({ id: 1 });
    watch.send();
    watch.forget();
    watch.send();
    expect(bodies()).toEqual([{ id: 1 }, { id: 1 }, null]);
  });
});
