import { lazy, Suspense } from 'react';
import { useGetInfoQuery } from '../../api/system-api.js';

const DemoBanner = lazy(async () => ({ default: (await import('../../features/demo/demo-banner.js')).DemoBanner }));

/** What demo mode means, on a server that is in it. */
export function DemoNotice() {
  const { data: info } = useGetInfoQuery();
  return (
    info?.demo && (
      <Suspense fallback={null}>
        <DemoBanner demo={info.demo} />
      </Suspense>
    )
  );
}
