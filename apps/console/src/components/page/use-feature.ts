import type { PremiumFeature } from '@switchyard/contracts';
import { useGetInfoQuery } from '../../api/system-api.js';

/** Whether a premium feature may be used; undefined as long as that is not known. */
export function useFeature(feature: PremiumFeature): boolean | undefined {
  const { data: info } = useGetInfoQuery();
  return info && info.premium_features[feature] === true;
}
