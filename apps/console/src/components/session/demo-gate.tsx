import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useGetInfoQuery } from '../../api/system-api.js';
import { problemWords } from '../../lib/problem-words.js';

/** Whether the server is in demo mode: for everybody, administrators too, it changes nothing but tasks. */
export function useIsDemo(): boolean {
  const { data: info } = useGetInfoQuery();
  return (info?.demo ?? null) !== null;
}

/** What a demo refuses, in words. */
export const demoRefusal = (): string => problemWords({ code: 'demo_mode', params: {} });

/** Switches off, with the reason, the controls of antd for what a demo refuses. */
export function DemoGate({ children }: { children: ReactNode }) {
  return useIsDemo() ? (
    <ConfigProvider componentDisabled>
      <span className="sy-demo-gate" title={demoRefusal()}>
        {children}
      </span>
    </ConfigProvider>
  ) : (
    children
  );
}
