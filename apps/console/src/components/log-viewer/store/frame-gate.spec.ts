import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FrameGate } from './frame-gate.js';

/** The frames that are requested, by their numbers. */
let frames: Map<number, () => void>;
const { requestAnimationFrame: request, cancelAnimationFrame: cancel } = globalThis;

function draw(): void {
  const due = [...frames.values()];
  frames.clear();
  due.forEach((job) => job());
}

beforeEach(() => {
  frames = new Map();
  let number = 0;
  globalThis.requestAnimationFrame = (job) => {
    number += 1;
    frames.set(number, () => job(0));
    return number;
  };
  globalThis.cancelAnimationFrame = (frame) => void frames.delete(frame);
});
afterEach(() => {
  Object.assign(globalThis, { requestAnimationFrame: request, cancelAnimationFrame: cancel });
});

describe(FrameGate.name, () => {
  it('should run its job once a frame, however often it is requested', () => {
    let runs = 0;
    const gate = new FrameGate(() => (runs += 1));
    gate.request();
    gate.request();
    expect([runs, frames.size]).toEqual([0, 1]);
    draw();
    gate.request();
    draw();
    expect(runs).toBe(2);
  });

  it('should run it in the next frame when it is requested by the job itself', () => {
    let runs = 0;
    const gate: FrameGate = new FrameGate(() => {
      runs += 1;
      if (runs === 1) {
        gate.request();
      }
    });
    gate.request();
    draw();
    expect(runs).toBe(1);
    draw();
    expect(runs).toBe(2);
  });

  it('should run nothing that was cancelled, and be ready for the next request', () => {
    let runs = 0;
    const gate = new FrameGate(() => (runs += 1));
    gate.request();
    gate.cancel();
    draw();
    expect(runs).toBe(0);
    gate.request();
    draw();
    expect(runs).toBe(1);
  });
});
