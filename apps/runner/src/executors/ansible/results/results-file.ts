import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Workspace } from '../../../attempt/workspace.js';
import type { AttemptFiles, FollowedFile } from '../../../files/attempt-files.js';
import type { AttemptContext } from '../../../attempt/attempt-context.js';
import { publishOutputs } from '../../outputs/publish-outputs.js';
import { CALLBACK_FILE, CALLBACK_PLUGIN } from './callback-plugin.js';
import { ResultCollector } from './result-collector.js';
import { parseResultEvent } from './result-events.js';

/** Most bytes that are read of the file; a playbook may write to it too. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_LINE = 32 * 1024 * 1024;

type ResultsContext = Pick<AttemptContext, 'job' | 'log' | 'reportOutputs' | 'reportResults'>;

/** The file the callback plugin writes to, read while it grows. */
export class ResultsFile {
  private readonly collector: ResultCollector;
  private readonly decoder = new StringDecoder('utf8');
  private readonly file: FollowedFile;
  private read = 0;
  private rest = '';

  private constructor(
    files: AttemptFiles,
    readonly path: string,
    /** Directory that holds the plugin. */
    readonly pluginDir: string,
    private readonly context: ResultsContext,
  ) {
    this.collector = new ResultCollector(this.moment());
    this.file = files.follow(path, () => this.readOn());
  }

  /** Writes plugin and empty file into the attempt's directory. */
  static async open({ dir, files }: Pick<Workspace, 'dir' | 'files'>, context: ResultsContext): Promise<ResultsFile> {
    const path = join(dir, 'results.jsonl');
    const plugins = join(dir, 'callback-plugins');
    await files.makeDirectory(plugins);
    await files.write(path, '', { isNew: true });
    await files.write(join(plugins, CALLBACK_FILE), CALLBACK_PLUGIN);
    return new ResultsFile(files, path, plugins, context);
  }

  /** Reads what is left and sends everything. */
  async finish(): Promise<void> {
    this.readOn();
    this.file.close();
    await this.context.reportResults(this.collector.results(this.moment()));
    await publishOutputs(this.context, { given: this.collector.outputs, refused: [] });
  }

  private moment(): { time: Date; line: number } {
    return { time: new Date(), line: this.context.log.lines };
  }

  private readOn(): void {
    const buffer = Buffer.alloc(256 * 1024);
    for (;;) {
      const size = this.read < MAX_BYTES ? this.file.read(buffer, this.read) : 0;
      if (size === 0) {
        return;
      }
      this.read += size;
      this.take(this.decoder.write(buffer.subarray(0, size)));
    }
  }

  private take(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) {
      const event = parseResultEvent(line);
      if (event) {
        this.collector.take(event, this.context.log.lines);
      }
    }
  }
}
