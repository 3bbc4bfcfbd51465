import { randomUUID } from 'node:crypto';
import type { PaymentStatus } from '@switchyard/contracts';
import { SandboxPayment } from '@switchyard/database';
import type { DataSource } from 'typeorm';

/** Stores a payment as a provider would. */
export async function addSandboxPayment(
  { manager }: DataSource,
  payment: Pick<SandboxPayment, 'cents' | 'currency' | 'description' | 'returnUrl'>,
): Promise<string> {
  const id = randomUUID();
  await manager.insert(SandboxPayment, { ...payment, id });
  return id;
}

export const findSandboxPayment = ({ manager }: DataSource, id: string): Promise<SandboxPayment | null> =>
  manager.findOneBy(SandboxPayment, { id });

export async function setSandboxStatus({ manager }: DataSource, id: string, state: PaymentStatus): Promise<void> {
  await manager.update(SandboxPayment, { id }, { state });
}
