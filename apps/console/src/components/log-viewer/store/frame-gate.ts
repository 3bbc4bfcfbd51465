/** Runs a job at most once per animation frame, however often it is requested. A hidden page draws nothing, so it waits. */
export class FrameGate {
  #frame: number | undefined;

  constructor(private readonly job: () => void) {}

  request(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.job();
    });
  }

  cancel(): void {
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
    }
    this.#frame = undefined;
  }
}
