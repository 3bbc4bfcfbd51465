/**
 * A Terraform provider whose one resource, `slow_thing`, takes its time: a creation lasts `seconds`, and with `gate` until
 * that file is there. Events are appended, a line each, to the file `journal`, which stands for the thing itself: it is there
 * from "create begins" to "deleted", whatever the state holds, and a refresh misses it after that. As a real provider it ignores SIGINT, dies of SIGTERM with its
 * work undone, and ends what it does when the tool asks it to: the creation fails and what there is of it is returned, which
 * the tool keeps as tainted. With `ignores_stop` it goes on to the end. `ends` decides about the end of a creation: it `fails`
 * with the thing half made, the provider `crashes`, or it `hangs` for ever.
 *
 * Plain JavaScript on built-ins alone: terraform starts it by `node` itself, outside any transpiler.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { servePlugin } from './plugin-server.mjs';
import { fieldsOf, message, unpack } from './wire.mjs';

const ERROR = 1;
/** No value, in MessagePack. */
const NULL = Buffer.of(0xc0);
const GATE_LOOK_MS = 20;
const ATTRIBUTES = [
  { name: 'journal', type: 'string', isRequired: true },
  { name: 'seconds', type: 'number', isRequired: true },
  { name: 'ignores_stop', type: 'bool', isRequired: false },
  { name: 'gate', type: 'string', isRequired: false },
  { name: 'ends', type: 'string', isRequired: false },
];

const stopping = new AbortController();
// Attempts of one workspace may run as different users, and write to the same journals.
process.umask(0);

function schema(attributes) {
  const encoded = attributes.map(({ name, type, isRequired }) => [
    2,
    message([1, name], [2, JSON.stringify(type)], [4, Number(isRequired)], [5, Number(!isRequired)]),
  ]);
  return message([2, message(...encoded)]);
}

const getSchema = () =>
  message([1, schema([])], [2, message([1, 'slow_thing'], [2, schema(ATTRIBUTES)])], [6, message()]);

/** Answers with a value of the request as it is. */
const same = (from, to) => (request) => message([to, fieldsOf(request).get(from)]);

/** The state is JSON and stays so. */
const upgradeState = (request) => message([1, message([2, fieldsOf(fieldsOf(request).get(3)).get(1)])]);

/** @returns the value as it is, or null in MessagePack once the thing is deleted outside of the tool */
function read(request) {
  const current = fieldsOf(request).get(2);
  return message([1, isThere(valueOf(current)?.journal) ? current : message([1, NULL])]);
}

function isThere(journal) {
  if (!existsSync(journal)) {
    return true;
  }
  const lines = readFileSync(journal, 'utf8').split('\n');
  const count = (text) => lines.filter((line) => line === text).length;
  return count('create begins') > count('deleted');
}

const valueOf = (dynamic) => unpack(fieldsOf(dynamic).get(1));

async function apply(request) {
  const fields = fieldsOf(request);
  const [prior, planned] = [valueOf(fields.get(2)), valueOf(fields.get(3))];
  const failure = planned === null ? remove(prior) : await (prior === null ? create(planned) : update(planned));
  const diagnostic = failure && message([1, ERROR], [2, failure]);
  return message([1, fields.get(3)], [3, diagnostic ?? undefined]);
}

function remove({ journal }) {
  note(journal, 'deleted');
  return null;
}

function update({ journal }) {
  note(journal, 'updated');
  return null;
}

/** @returns why it is not whole, null when it is */
async function create({ journal, seconds, gate, ends, ignores_stop: ignoresStop }) {
  note(journal, 'create begins');
  const signal = ignoresStop === true ? undefined : stopping.signal;
  const isWhole = (await lasts(seconds * 1000, signal)) && (await opened(gate, signal)) && (await end(ends, journal));
  if (isWhole === null) {
    return 'The creation failed half way';
  }
  note(journal, isWhole ? 'create done' : 'cancelled');
  return isWhole ? null : 'The creation was cancelled';
}

/** Resolves with true when it ends well, with null when it fails. */
function end(ends, journal) {
  switch (ends) {
    case 'fails':
      note(journal, 'failed');
      return null;
    case 'crashes':
      note(journal, 'crashed');
      return process.kill(process.pid, 'SIGKILL');
    case 'hangs':
      return new Promise(() => undefined);
    default:
      return true;
  }
}

/** Resolves with false when it is cut. */
function lasts(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

async function opened(gate, signal) {
  while (gate && !existsSync(gate)) {
    if (!(await lasts(GATE_LOOK_MS, signal)) || signal?.aborted) {
      return false;
    }
  }
  return true;
}

const note = (journal, text) => appendFileSync(journal, `${text}\n`);

const calls = {
  GetSchema: getSchema,
  PrepareProviderConfig: same(1, 1),
  ValidateResourceTypeConfig: () => message(),
  UpgradeResourceState: upgradeState,
  Configure: () => message(),
  ReadResource: read,
  PlanResourceChange: same(3, 1),
  ApplyResourceChange: apply,
  Stop: () => {
    stopping.abort();
    return message();
  },
};

process.on('SIGINT', () => undefined);
servePlugin(
  {
    ...Object.fromEntries(Object.entries(calls).map(([name, call]) => [`/tfplugin5.Provider/${name}`, call])),
    '/plugin.GRPCController/Shutdown': () => {
      setImmediate(() => process.exit(0));
      return message();
    },
  },
  5,
);
