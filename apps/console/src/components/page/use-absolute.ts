import { useGetInfoQuery } from '../../api/system-api.js';

/** Makes addresses of the server those that people reach it by: the public one, without one that of this console. */
export function useAbsolute(): (url: string) => string {
  const { data: info } = useGetInfoQuery();
  return (url) => {
    const { href, pathname } = new URL(url, window.location.origin);
    return info?.web_host ? href : window.location.origin + pathname;
  };
}
