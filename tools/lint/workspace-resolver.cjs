/** Resolves imports for the boundaries rule: TypeScript sources for relative paths and workspace packages. */
const { existsSync, readFileSync, readdirSync, statSync } = require('node:fs');
const { isBuiltin } = require('node:module');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
const scope = '@switchyard/';
const packages = readPackages();

exports.interfaceVersion = 2;

exports.resolve = (source, importer) => {
  if (isBuiltin(source)) {
    return { found: true, path: null };
  }
  if (source.startsWith('.')) {
    return found(path.resolve(path.dirname(importer), source));
  }
  return source.startsWith(scope) ? found(workspaceFile(source)) : { found: false };
};

function workspaceFile(source) {
  const [name, ...rest] = source.slice(scope.length).split('/');
  const target = packages.get(name);
  if (!target) {
    return undefined;
  }
  const entry = rest.length === 0 ? '.' : `./${rest.join('/')}`;
  const published = target.exports?.[entry]?.['@switchyard/source'];
  return path.join(target.directory, published ?? entry);
}

/** The file itself, its TypeScript source when it is named as the compiled one, or the index of a folder. */
function found(file) {
  const stem = file?.replace(/\.jsx?$/, '');
  const candidates = file ? [file, `${stem}.ts`, `${stem}.tsx`, path.join(file, 'index.ts')] : [];
  const match = candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile());
  return match ? { found: true, path: match } : { found: false };
}

function readPackages() {
  const directories = ['apps', 'libs', 'tools'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)),
  );
  const manifests = directories
    .filter((directory) => existsSync(path.join(directory, 'package.json')))
    .map((directory) => ({ directory, ...JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) }));
  return new Map(manifests.map((manifest) => [manifest.name.slice(scope.length), manifest]));
}
