import { Suspense } from 'react';
import { useGetInfoQuery } from '../../api/system-api.js';
import { withTexts } from '../../lib/all-texts.js';
import { late } from '../../components/feedback/late.js';

const DemoBanner = late(async () => (await withTexts(import('../../features/demo/demo-banner.js'))).DemoBanner);

/** Notice on what demo mode means, on a server that is in it. */
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
