import { setTimeout as pause } from 'node:timers/promises';
import { runInside, startInside } from './build-image.mjs';

/** @typedef {import('./build-image.mjs').Image} Image */

/** A running image: its entrypoint and command, as its user. */
export class Container {
  /**
   * @param {string} name
   * @param {Image} image
   * @param {Record<string, string>} env
   */
  constructor(name, image, env) {
    this.name = name;
    this.image = image;
    this.env = env;
    this.output = '';
    this.child = startInside(image, [...image.entrypoint, ...image.command], env);
    this.child.stdout?.on('data', (chunk) => (this.output += chunk));
    this.child.stderr?.on('data', (chunk) => (this.output += chunk));
    /** @type {Promise<number | null>} */
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  /**
   * Waits until the image's own health check succeeds.
   * @param {number} timeoutMs
   */
  async untilHealthy(timeoutMs) {
    const { health } = this.image;
    if (!health) {
      throw new Error(`${this.name} has no health check`);
    }
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const fault = await runInside(this.image, health, this.env).then(() => null, String);
      if (fault === null) {
        return;
      }
      if (this.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${this.name} did not get healthy: ${fault}\n${this.output.slice(-3000)}`);
      }
      await pause(250);
    }
  }

  /** Ends it by the signal that containers are ended by; one that does not obey is killed and told. */
  async stop() {
    this.child.kill('SIGTERM');
    const force = setTimeout(() => this.child.kill('SIGKILL'), 20_000);
    const code = await this.ended;
    clearTimeout(force);
    if (code !== 0) {
      throw new Error(`${this.name} ended with ${code} after SIGTERM\n${this.output.slice(-3000)}`);
    }
  }
}
