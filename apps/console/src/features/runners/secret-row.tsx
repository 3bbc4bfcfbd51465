import type { ReactNode } from 'react';

/** A secret in one line, cut where the room ends, with its buttons. */
export function SecretRow({ label, shown, children }: { label: string; shown: string; children: ReactNode }) {
  return (
    <div className="ru-secret">
      <h3>{label}</h3>
      <div className="sy-token">
        <code className="sy-ellipsis" title={shown}>
          {shown}
        </code>
        {children}
      </div>
    </div>
  );
}
