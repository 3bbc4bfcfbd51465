import { useGetInfoQuery } from '../../api/system-api.js';

interface Server {
  /** Of the control plane, without a slash at the end. */
  address: string;
  /** The container image of the runner that belongs to it. */
  image: string;
}

/** Where runners reach this control plane: its public address, or the one this page came from. */
export function useServer(): Server {
  const { data: info } = useGetInfoQuery();
  const address = info?.web_host || window.location.origin;
  return {
    address: address.replace(/\/+$/, ''),
    image: info === undefined ? 'switchyard/runner' : `switchyard/runner:${info.version}`,
  };
}
