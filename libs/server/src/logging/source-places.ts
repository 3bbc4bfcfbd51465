import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, resolve } from 'node:path';

/** A place in a bundle, as a frame of a stack has it. */
const bundlePlace = /([^\s()]+\.bundle\.js):(\d+):\d+/g;

const maps = new Map<string, SourceMap | null>();

/** A stack with the lines of the sources in place of those of a bundle. Frames of packages, which the map leaves out, stay. */
export function withSourcePlaces(stack: string): string {
  return stack.replace(
    bundlePlace,
    (place, bundle: string, line: string) => sourceOf(bundle, Number(line) - 1) ?? place,
  );
}

/** @param line from 0 */
function sourceOf(bundle: string, line: number): string | undefined {
  const entry = mapOf(bundle)?.findEntry(line, 0);
  return entry && 'originalSource' in entry && entry.generatedLine === line
    ? `${resolve(dirname(bundle), entry.originalSource)}:${entry.originalLine + 1}`
    : undefined;
}

/** Read at the first error: it takes some megabytes. */
function mapOf(bundle: string): SourceMap | null {
  const file = `${bundle}.map`;
  const known = maps.get(bundle);
  const map =
    known === undefined && existsSync(file)
      ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload)
      : (known ?? null);
  maps.set(bundle, map);
  return map;
}
