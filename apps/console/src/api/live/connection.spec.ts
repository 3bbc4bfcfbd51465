import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Connection, NOTICE_MS, RECONNECT_MS } from './connection.js';
import { fakeSockets } from './testing/fake-socket.js';

/** Lets promises that are settled call what waits for them. */
const settled = () => jest.advanceTimersByTimeAsync(0);

describe('the connection of a page', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('should open one socket, however often it is requested', async () => {
    const { opened, load } = fakeSockets();
    const connection = new Connection(load);
    connection.open();
    connection.open();
    await settled();
    connection.open();
    await settled();
    expect(opened).toHaveLength(1);
    expect(connection.state).toBe('connecting');
  });

  it('should open no socket when it was closed while the code was loaded', async () => {
    const { opened, load } = fakeSockets();
    const connection = new Connection(load);
    connection.open();
    connection.close();
    await settled();
    expect(opened).toEqual([]);
    connection.open();
    await settled();
    expect(opened).toHaveLength(1);
  });

  it('should load the code again when it could not be loaded, but not when it was closed meanwhile', async () => {
    const { opened, open } = fakeSockets();
    const load = jest.fn(() => Promise.resolve(open)).mockRejectedValueOnce(new Error('offline'));
    const connection = new Connection(load);
    connection.open();
    await settled();
    expect(connection.state).toBe('lost');
    await jest.advanceTimersByTimeAsync(RECONNECT_MS);
    expect([load.mock.calls.length, opened.length]).toEqual([2, 1]);

    const closed = new Connection(load.mockClear().mockRejectedValueOnce(new Error('offline')));
    closed.open();
    await settled();
    closed.close();
    await jest.advanceTimersByTimeAsync(2 * RECONNECT_MS);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it.each([401, 403])('should ask no more after the refusal %i, until it is opened again', async (description) => {
    const { opened, load } = fakeSockets();
    const connection = new Connection(load);
    connection.open();
    await settled();
    opened[0]?.receive('connect_error', { description });
    expect([opened[0]?.closed, connection.state]).toEqual([true, 'lost']);
    connection.reopen();
    await settled();
    expect(opened).toHaveLength(2);
  });

  it('should leave a socket that meets another fault to try again', async () => {
    const { opened, load } = fakeSockets();
    const connection = new Connection(load);
    connection.open();
    await settled();
    opened[0]?.receive('connect_error', new Error('websocket error'));
    expect([opened[0]?.closed, connection.state]).toEqual([false, 'lost']);
  });

  async function opened() {
    const sockets = fakeSockets();
    const connection = new Connection(sockets.load);
    connection.open();
    await settled();
    const [socket] = sockets.opened;
    if (socket === undefined) {
      throw new Error('no socket');
    }
    return { connection, socket };
  }

  it('should send only while it is ready', async () => {
    const { connection, socket } = await opened();
    connection.send('early', 1);
    socket.receive('connect');
    connection.send('ready', 2, 3);
    socket.receive('disconnect', 'transport close');
    connection.send('late', 4);
    expect(socket.sent).toEqual([['ready', 2, 3]]);
  });

  it('should report whether it was lost before it was ready', async () => {
    const { connection, socket } = await opened();
    const connects: boolean[] = [];
    connection.connects.add((again) => connects.push(again));
    socket.receive('connect');
    socket.receive('disconnect', 'transport close');
    socket.receive('connect');
    socket.receive('connect_error');
    socket.receive('connect');
    expect(connects).toEqual([false, true, true]);
  });

  it('should report each loss of a connection that was ready', async () => {
    const { connection, socket } = await opened();
    const losses = jest.fn();
    const end = connection.losses.add(losses);
    socket.receive('connect_error');
    expect(losses).not.toHaveBeenCalled();
    socket.receive('connect');
    socket.receive('disconnect', 'transport close');
    expect(losses).toHaveBeenCalledTimes(1);
    end();
    socket.receive('disconnect', 'transport close');
    expect(losses).toHaveBeenCalledTimes(1);
  });

  it('should connect again when the server ended it, and leave other losses to the socket', async () => {
    const { connection, socket } = await opened();
    socket.receive('disconnect', 'transport close');
    await jest.advanceTimersByTimeAsync(RECONNECT_MS);
    expect(socket.connects).toBe(0);
    socket.receive('disconnect', 'io server disconnect');
    await jest.advanceTimersByTimeAsync(RECONNECT_MS);
    expect(socket.connects).toBe(1);
    socket.receive('disconnect', 'io server disconnect');
    connection.close();
    await jest.advanceTimersByTimeAsync(RECONNECT_MS);
    expect(socket.connects).toBe(1);
  });

  it('should keep a loss of less than three seconds from people', async () => {
    const { connection, socket } = await opened();
    socket.receive('connect');
    socket.receive('disconnect', 'transport close');
    await jest.advanceTimersByTimeAsync(NOTICE_MS - 1);
    socket.receive('connect');
    await jest.advanceTimersByTimeAsync(NOTICE_MS);
    expect(connection.isLostForLong).toBe(false);
  });

  it('should count a loss from its begin, whatever fails meanwhile', async () => {
    const { connection, socket } = await opened();
    const changes = jest.fn();
    socket.receive('disconnect', 'transport close');
    await jest.advanceTimersByTimeAsync(NOTICE_MS - 1);
    socket.receive('connect_error');
    connection.changes.add(changes);
    await jest.advanceTimersByTimeAsync(1);
    expect([connection.isLostForLong, changes.mock.calls.length]).toEqual([true, 1]);
    socket.receive('connect');
    expect([connection.isLostForLong, connection.state]).toEqual([false, 'ready']);
  });

  it('should ignore a socket that it closed', async () => {
    const { connection, socket } = await opened();
    const handle = jest.fn();
    connection.on('news', handle);
    connection.close();
    socket.receive('connect');
    socket.receive('news');
    expect([socket.closed, connection.state, handle.mock.calls.length]).toEqual([true, 'connecting', 0]);
  });
});
