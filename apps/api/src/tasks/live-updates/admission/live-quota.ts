import { MAX_SOCKETS_PER_ADDRESS, MAX_SOCKETS_PER_USER } from '../../../platform/bounds.js';
import { clientNetwork } from '../../../auth/throttle/client-network.js';

/** Counts open live connections by user and by address. */
export class LiveQuota {
  private readonly open = new Map<string, number>();

  /** Answers what to call once when the connection ends, or `null` when the user or the address has enough. */
  enter(userId: number, address: string): (() => void) | null {
    const user = `user:${userId}`;
    const network = `address:${clientNetwork(address)}`;
    if (this.count(user) >= MAX_SOCKETS_PER_USER || this.count(network) >= MAX_SOCKETS_PER_ADDRESS) {
      return null;
    }
    [user, network].forEach((key) => this.open.set(key, this.count(key) + 1));
    let entered = true;
    return () => {
      if (entered) {
        entered = false;
        [user, network].forEach((key) => this.leave(key));
      }
    };
  }

  private count(key: string): number {
    return this.open.get(key) ?? 0;
  }

  private leave(key: string): void {
    const left = this.count(key) - 1;
    if (left > 0) {
      this.open.set(key, left);
    } else {
      this.open.delete(key);
    }
  }
}
