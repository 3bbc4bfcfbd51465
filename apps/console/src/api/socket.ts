import {
  RealtimeEvent,
  type LogBatch,
  type OpenLine,
  type TaskUpdate,
  type WatchDeliveries,
  type WatchProject,
  type WatchRunners,
  type WatchTask,
} from '@switchyard/contracts';
import type { Socket } from 'socket.io-client';

type Unsubscribe = () => void;
type TaskListener = (update: TaskUpdate) => void;
/** What comes of the log that is watched. */
export interface LogListener {
  onBatch: (batch: LogBatch) => void;
  onOpenLine: (open: OpenLine) => void;
}
/** A listener of one scope of runners. */
interface RunnersListener {
  scope: number | null;
  call: () => void;
}

/** `ready` = connected and watching; `lost` = trying again every two seconds. */
export type LinkState = 'connecting' | 'ready' | 'lost';

interface Subscriptions {
  project: WatchProject;
  task: WatchTask;
  runners: WatchRunners;
  deliveries: WatchDeliveries;
}

const watched: Subscriptions = { project: null, task: null, runners: null, deliveries: null };
const taskListeners = new Set<TaskListener>();
const logListeners = new Set<LogListener>();
const runnersListeners = new Set<RunnersListener>();
const deliveriesListeners = new Set<() => void>();
const stateListeners = new Set<() => void>();
const missedListeners = new Set<() => void>();
const goneListeners = new Set<() => void>();
const accessListeners = new Set<() => void>();
const lostListeners = new Set<() => void>();

const reconnectMs = 2_000;
/** How long a lost connection is kept from people: most come back at once. */
const noticeMs = 3_000;

let socket: Socket | undefined;
/** Counts the sockets that were requested: one that was closed while its code was loaded is not made. */
let wanted = 0;
let loading = false;
let state: LinkState = 'connecting';
let lostForLong = false;
let notice: ReturnType<typeof setTimeout> | undefined;

function setState(next: LinkState): void {
  state = next;
  if (next === 'lost') {
    notice ??= setTimeout(showNotice, noticeMs);
  } else {
    clearTimeout(notice);
    notice = undefined;
    lostForLong = false;
  }
  stateListeners.forEach((listener) => listener());
}

function showNotice(): void {
  lostForLong = true;
  stateListeners.forEach((listener) => listener());
}

/** A reconnected socket is in no room, so it watches again; listeners then fetch what they missed. */
function handleConnect(): void {
  const again = state === 'lost';
  setState('ready');
  socket?.emit(RealtimeEvent.watchProject, watched.project);
  socket?.emit(RealtimeEvent.watchTask, watched.task);
  watchRunners();
  socket?.emit(RealtimeEvent.watchDeliveries, watched.deliveries);
  if (again) {
    missedListeners.forEach((listener) => listener());
  }
}

/** A socket that the server ended does not come back by itself. */
function handleDisconnect(reason: string): void {
  const ended = socket;
  setState('lost');
  lostListeners.forEach((listener) => listener());
  if (reason === 'io server disconnect') {
    setTimeout(() => socket === ended && socket?.connect(), reconnectMs);
  }
}

/** Sends what is watched now, or opens the socket, which sends it when it is connected. */
function watch<Name extends 'watchProject' | 'watchTask' | 'watchDeliveries'>(name: Name, body: unknown): void {
  if (socket !== undefined) {
    socket.emit(RealtimeEvent[name], body);
  } else {
    open();
  }
}

function open(): void {
  if (socket !== undefined || loading) {
    return;
  }
  const mine = ++wanted;
  loading = true;
  import('socket.io-client').then(
    ({ io }) => mine === wanted && connect(io),
    () => mine === wanted && retry(),
  );
}

/** The code of the socket could not be loaded. */
function retry(): void {
  loading = false;
  setState('lost');
  setTimeout(open, reconnectMs);
}

function connect(io: typeof import('socket.io-client').io): void {
  loading = false;
  socket = io({
    path: '/api/ws',
    addTrailingSlash: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: reconnectMs,
    reconnectionDelayMax: reconnectMs,
    randomizationFactor: 0,
  });
  socket.on('connect', handleConnect);
  socket.on('disconnect', handleDisconnect);
  socket.on('connect_error', () => setState('lost'));
  socket.on(RealtimeEvent.gone, () => goneListeners.forEach((listener) => listener()));
  socket.on(RealtimeEvent.access, () => accessListeners.forEach((listener) => listener()));
  socket.on(RealtimeEvent.task, (update: TaskUpdate) => taskListeners.forEach((listener) => listener(update)));
  socket.on(RealtimeEvent.log, (batch: LogBatch) => logListeners.forEach(({ onBatch }) => onBatch(batch)));
  socket.on(RealtimeEvent.openLine, (open: OpenLine) => logListeners.forEach(({ onOpenLine }) => onOpenLine(open)));
  socket.on(RealtimeEvent.behind, () => socket?.emit(RealtimeEvent.watchTask, watched.task));
  socket.on(RealtimeEvent.runners, callRunnersListeners);
  socket.on(RealtimeEvent.deliveries, () => deliveriesListeners.forEach((listener) => listener()));
}

/** Closes the one socket of this page, for instance after sign-out. */
export function closeSocket(): void {
  socket?.close();
  socket = undefined;
  wanted += 1;
  loading = false;
  watched.project = null;
  watched.task = null;
  watched.runners = null;
  watched.deliveries = null;
  setState('connecting');
}

/** Task updates of one project; a later call watches that project instead. */
export function subscribeProject(projectId: number, listener: TaskListener): Unsubscribe {
  watched.project = { project_id: projectId };
  taskListeners.add(listener);
  watch('watchProject', watched.project);
  return () => {
    taskListeners.delete(listener);
    if (watched.project?.project_id === projectId) {
      watched.project = null;
      socket?.emit(RealtimeEvent.watchProject, null);
    }
  };
}

/** New lines of one task from line `next` (0-based) on, and its last line while that has no end. `next` moves with every batch, so a reconnect leaves no gap. */
export function subscribeTaskLog(projectId: number, taskId: number, next: number, listener: LogListener): Unsubscribe {
  watched.task = { project_id: projectId, task_id: taskId, next };
  const receive: LogListener = {
    onBatch: (batch) => {
      if (batch.task_id !== taskId) {
        return;
      }
      if (watched.task?.task_id === taskId) {
        watched.task.next = batch.first + batch.lines.length;
      }
      listener.onBatch(batch);
    },
    onOpenLine: (open) => open.task_id === taskId && listener.onOpenLine(open),
  };
  logListeners.add(receive);
  watch('watchTask', watched.task);
  return () => {
    logListeners.delete(receive);
    if (watched.task?.task_id === taskId) {
      watched.task = null;
      socket?.emit(RealtimeEvent.watchTask, null);
    }
  };
}

const callRunnersListeners = (): void => {
  const scope = watched.runners?.project_id;
  runnersListeners.forEach((listener) => listener.scope === scope && listener.call());
};

/** What changed before the server began to watch is not reported, so listeners look once when it has. */
function watchRunners(): void {
  const wanted = watched.runners;
  socket?.emit(RealtimeEvent.watchRunners, wanted, ({ ok }: { ok: boolean }) => {
    if (ok && wanted !== null && watched.runners === wanted) {
      callRunnersListeners();
    }
  });
}

/**
 * Called when runners that serve the project changed, or with `null` any runner of the installation, or what they have to
 * do, or when either may have; a later call for others watches those instead until it ends.
 */
export function subscribeRunners(projectId: number | null, call: () => void): Unsubscribe {
  const listener = { scope: projectId, call };
  runnersListeners.add(listener);
  if (watched.runners?.project_id !== projectId) {
    watched.runners = { project_id: projectId };
    watchRunners();
    open();
  }
  return () => {
    runnersListeners.delete(listener);
    const left = [...runnersListeners];
    if (watched.runners?.project_id === projectId && !left.some(({ scope }) => scope === projectId)) {
      const before = left.at(-1);
      watched.runners = before ? { project_id: before.scope } : null;
      watchRunners();
    }
  };
}

/** Called when a list of deliveries of the project changed; a later call watches that list instead. */
export function subscribeDeliveries(list: NonNullable<WatchDeliveries>, listener: () => void): Unsubscribe {
  const mine = { ...list };
  watched.deliveries = mine;
  deliveriesListeners.add(listener);
  watch('watchDeliveries', mine);
  return () => {
    deliveriesListeners.delete(listener);
    if (watched.deliveries === mine) {
      watched.deliveries = null;
      socket?.emit(RealtimeEvent.watchDeliveries, null);
    }
  };
}

/** Called after each reconnect, when updates may have been missed. */
export function onMissedUpdates(listener: () => void): Unsubscribe {
  missedListeners.add(listener);
  return () => missedListeners.delete(listener);
}

/** Called when access to the watched project ended. */
export function onProjectGone(listener: () => void): Unsubscribe {
  goneListeners.add(listener);
  return () => goneListeners.delete(listener);
}

/** Called when a role or flag of the user, or the list of his projects, may have changed. */
export function subscribeAccess(listener: () => void): Unsubscribe {
  accessListeners.add(listener);
  open();
  return () => accessListeners.delete(listener);
}

/** Called once each time the link breaks: the server may have ended it, because the session is over. */
export function onLinkLost(listener: () => void): Unsubscribe {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}

export const linkState = (): LinkState => state;

/** The link has been lost for three seconds, whatever pages were shown meanwhile. */
export const isLostForLong = (): boolean => lostForLong;

export function onLinkState(listener: () => void): Unsubscribe {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}
