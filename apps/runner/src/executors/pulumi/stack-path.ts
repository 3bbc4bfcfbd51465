import { basename, dirname, extname, join, resolve, sep } from 'node:path';
import type { JobPlanning } from '@switchyard/contracts';
import { parse } from 'yaml';
import { z } from 'zod';
import { type AttemptFiles, exists, readText } from '../../files/attempt-files.js';

const PROJECT_FILES = ['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json'];
const CONFIG_FILE = '--config-file';

/** The directory of a project's stack files, as its project file names it; `config` is the older name of the member. */
const Project = z.object({
  stackConfigDir: z.string().optional().catch(undefined),
  config: z.string().optional().catch(undefined),
});

/** Where Pulumi is run, and for which stack. */
export interface StackPlace {
  checkout: string;
  directory: string;
  planning: Pick<JobPlanning, 'workspace' | 'stages'>;
}

/**
 * Finds the file of a stack as Pulumi does (`DetectProjectStackPath`): beside the nearest project file above, or in the
 * directory that it names, or at the path that the arguments of the preview name. It may not exist yet.
 * @returns null when there is no project file, or the path leaves the checkout
 */
export async function stackFilePath(files: AttemptFiles, { planning, ...place }: StackPlace): Promise<string | null> {
  const [checkout, directory] = await Promise.all([files.real(place.checkout), files.real(place.directory)]);
  if (checkout === null || directory === null) {
    return null;
  }
  const named = argumentOf(planning.stages.plan, CONFIG_FILE);
  const path =
    named === null
      ? await besideProject(files, { checkout, directory, stack: planning.workspace })
      : resolve(directory, named);
  return path !== null && (await isWithin(files, checkout, path)) ? path : null;
}

async function besideProject(
  files: AttemptFiles,
  { checkout, directory, stack }: { checkout: string; directory: string; stack: string },
): Promise<string | null> {
  const project = await findProject(files, checkout, directory);
  if (project === null) {
    return null;
  }
  const { stackConfigDir, config } = await readProject(files, project);
  const name = `Pulumi.${stack.split('/').at(-1)}${extname(project)}`;
  return resolve(dirname(project), stackConfigDir ?? config ?? '', name);
}

async function findProject(files: AttemptFiles, checkout: string, directory: string): Promise<string | null> {
  for (const path of PROJECT_FILES.map((name) => join(directory, name))) {
    if (await exists(files, path)) {
      return path;
    }
  }
  const isTop = directory === checkout || directory === dirname(directory);
  return isTop ? null : findProject(files, checkout, dirname(directory));
}

/** A file that is no project is Pulumi's to complain about. */
async function readProject(files: AttemptFiles, path: string): Promise<z.infer<typeof Project>> {
  try {
    return Project.parse(parse(await readText(files, path)));
  } catch {
    return {};
  }
}

/** Whether what exists of a path is no link out of the directory. */
async function isWithin(files: AttemptFiles, directory: string, path: string): Promise<boolean> {
  const real = await files.real(path);
  if (real !== null) {
    return real === directory || real.startsWith(`${directory}${sep}`);
  }
  const isDangling = (await files.list(dirname(path))).some(({ name }) => name === basename(path));
  return !isDangling && dirname(path) !== path && isWithin(files, directory, dirname(path));
}

/** The value of an option, written as one argument or two. */
function argumentOf(args: readonly string[], option: string): string | null {
  const at = args.findLastIndex((arg) => arg === option || arg.startsWith(`${option}=`));
  const given = args[at];
  return given === option ? (args[at + 1] ?? null) : (given?.slice(option.length + 1) ?? null);
}
