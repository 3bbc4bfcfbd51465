/**
 * A Terraform provider whose one resource, `slow_thing`, takes its time: a creation lasts `seconds`, and what happens is
 * appended, a line each, to the file `journal`. As a real provider it ignores SIGINT, dies of SIGTERM with its work
 * undone, and ends what it does when the tool asks it to: the creation fails and what there is of it is returned, which
 * the tool keeps as tainted. With `ignores_stop` it goes on to the end.
 *
 * Plain JavaScript on built-ins alone: terraform starts it by `node` itself, outside any transpiler.
 */
import { appendFileSync } from 'node:fs';
import { servePlugin } from './plugin-server.mjs';
import { fieldsOf, message, unpack } from './wire.mjs';

const ERROR = 1;
const ATTRIBUTES = [
  { name: 'journal', type: 'string', isRequired: true },
  { name: 'seconds', type: 'number', isRequired: true },
  { name: 'ignores_stop', type: 'bool', isRequired: false },
];

const stopping = new AbortController();

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

const valueOf = (dynamic) => unpack(fieldsOf(dynamic).get(1));

async function apply(request) {
  const fields = fieldsOf(request);
  const [prior, planned] = [valueOf(fields.get(2)), valueOf(fields.get(3))];
  const failure = planned === null ? remove(prior) : await create(planned);
  const diagnostic = failure && message([1, ERROR], [2, failure]);
  return message([1, fields.get(3)], [3, diagnostic ?? undefined]);
}

function remove({ journal }) {
  note(journal, 'deleted');
  return null;
}

/** @returns why it is not whole, null when it is */
async function create({ journal, seconds, ignores_stop: ignoresStop }) {
  note(journal, 'create begins');
  const isWhole = await lasts(seconds * 1000, ignoresStop === true ? undefined : stopping.signal);
  note(journal, isWhole ? 'create done' : 'cancelled');
  return isWhole ? null : 'The creation was cancelled';
}

function lasts(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), signal?.aborted ? 0 : ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

const note = (journal, text) => appendFileSync(journal, `${text}\n`);

const calls = {
  GetSchema: getSchema,
  PrepareProviderConfig: same(1, 1),
  ValidateResourceTypeConfig: () => message(),
  UpgradeResourceState: upgradeState,
  Configure: () => message(),
  ReadResource: same(2, 1),
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
