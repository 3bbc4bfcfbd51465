/** Sends a signal to a process, or to a group by its negative id. One that has ended, or belongs to another user, is left out. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The next look at what lives decides.
  }
}
