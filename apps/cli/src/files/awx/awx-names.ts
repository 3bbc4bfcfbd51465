/** Names of one list, each of them once. */
export class Names {
  private readonly taken = new Set<string>();

  take(wanted: string): string {
    const name = wanted.trim() || 'Unnamed';
    let free = name;
    for (let count = 2; this.taken.has(free); count += 1) {
      free = `${name} ${count}`;
    }
    this.taken.add(free);
    return free;
  }
}
